import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useHydrated } from '../lib/hydration.ts';
import { InlineScript } from '../components/inline-script.tsx';
import { Stage } from '../components/stage.tsx';

/**
 * Whether it is known if this visit has the link. The address of a fresh one does; after a reload the parameter is in the history
 * entry, which the server does not see.
 */
export function useLinkIsKnown(parameter: string): boolean {
  const [query] = useSearchParams();
  return useHydrated() || query.has(parameter);
}

interface Props {
  parameter: string;
  title: string;
  children: ReactNode;
}

/** Shown until it is known: what is true without a link. Hidden after a reload that has one. */
export const WithoutLink = ({ parameter, title, children }: Props) => (
  <Stage
    lamp="unlit"
    suppressHydrationWarning
    above={
      <InlineScript code={`history.state?.usr?.${parameter}&&(document.currentScript.parentElement.hidden=true)`} />
    }
  >
    <h1 tabIndex={-1}>{title}</h1>
    {children}
  </Stage>
);
