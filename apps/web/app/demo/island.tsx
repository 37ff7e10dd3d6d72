import { InlineScript } from '../components/inline-script.tsx';
import type { ReactNode } from 'react';
import reloadOnce from '../layout/reload-once.ts?minified';
import loadIsland from './load-island.ts?minified';

export const ISLANDS = ['hero', 'full'] as const;

interface Props {
  name: (typeof ISLANDS)[number];
  children: ReactNode;
}

/**
 * A part of a page without React's scripts that hydrates by itself once it is seen (`load-island.ts`, `client.tsx`). In
 * development the whole page hydrates.
 */
export const Island = ({ name, children }: Props) => (
  <>
    <div data-island={name}>{children}</div>
    {!import.meta.env.DEV && <InlineScript code={reloadOnce + loadIsland} />}
  </>
);
