import { QueryClientProvider } from '@tanstack/react-query';
import { Component, type ReactNode, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { late, useLateParts } from '../lib/late.tsx';
import { MissingPart, reloadsFor } from '../lib/parts.ts';
import { newQueryClient, queryClient } from '../lib/query-client.ts';
import { ErrorFallback } from './error-fallback.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { onToast, shownToast } from './toast-store.ts';

const Toasts = late(() => import('./toasts.tsx'));

/**
 * Query client, error boundary, toasts and what is said without a network, for every page with a form.
 */
export function AppProviders({ children }: { children: ReactNode }) {
  const [client] = useState(() => (typeof document === 'undefined' ? newQueryClient() : queryClient));
  return (
    <QueryClientProvider client={client}>
      <OfflineBanner />
      <RenderErrorBoundary>{children}</RenderErrorBoundary>
      <LateParts />
    </QueryClientProvider>
  );
}

function LateParts() {
  useLateParts();
  const toast = useSyncExternalStore(onToast, shownToast, () => undefined);
  return (
    toast && (
      // A toast that cannot be shown must not replace the page.
      <RenderErrorBoundary fallback={null}>
        <Toasts toast={toast} />
      </RenderErrorBoundary>
    )
  );
}

interface Props {
  /** Target of the fallback's second button. */
  home?: { href: string; label: string };
  /** In place of the error screen. */
  fallback?: ReactNode;
  children: ReactNode;
}

/**
 * Replaces content that throws while rendering. Resets on "Try again" and when the path changes. For a part that did not load, it
 * reloads the page first.
 */
export const RenderErrorBoundary = (props: Props) => <Boundary {...props} at={useLocation().pathname} />;

interface State {
  failed: boolean;
  /** A part of the page did not load. */
  missing?: boolean;
  reloading?: boolean;
  at?: string;
}

class Boundary extends Component<Props & { at: string }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError = (error: unknown) => ({ failed: true, missing: error instanceof MissingPart });

  override componentDidCatch(error: unknown) {
    if (this.props.fallback === undefined) this.setState({ reloading: reloadsFor(error) });
  }

  static getDerivedStateFromProps = ({ at }: { at: string }, state: { at?: string }) =>
    at === state.at ? null : { at, failed: false };

  override render() {
    const { home, fallback, children } = this.props;
    const { failed, missing, reloading } = this.state;
    if (!failed) return children;
    if (fallback !== undefined || reloading) return fallback;
    return <ErrorFallback missing={missing} onRetry={this.retry} {...(home && { home })} />;
  }

  /** Drops cached answers first, since one of them may be what failed to render. */
  private readonly retry = () => {
    if (this.state.missing) return location.reload();
    queryClient.removeQueries({ type: 'inactive' });
    this.setState({ failed: false });
  };
}
