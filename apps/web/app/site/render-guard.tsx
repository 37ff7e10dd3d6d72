import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { queryClient } from '../lib/query-client.ts';
import { Broken } from './broken.tsx';

interface Props {
  /** Where a person may go instead. */
  home?: { href: string; label: string };
  children: ReactNode;
}

/** Shows words in the place of a page that could not be rendered; another page, or "Try again", renders anew. */
export const RenderGuard = (props: Props) => <Guard {...props} at={useLocation().pathname} />;

class Guard extends Component<Props & { at: string }, { failed: boolean; at?: string }> {
  override state = { failed: false };

  static getDerivedStateFromError = () => ({ failed: true });

  static getDerivedStateFromProps = ({ at }: { at: string }, state: { at?: string }) =>
    at === state.at ? null : { at, failed: false };

  override render() {
    const { home, children } = this.props;
    return this.state.failed ? <Broken onRetry={this.retry} {...(home && { home })} /> : children;
  }

  /** What the page had read may be what it could not show: it is read again. */
  private readonly retry = () => {
    queryClient.removeQueries({ type: 'inactive' });
    this.setState({ failed: false });
  };
}
