import { InlineScript } from './inline-script.tsx';
import type { ReactNode } from 'react';
import { Lamp } from './lamp.tsx';

/** Runs before the first paint. After a reload, the parameter is in the history entry. */
const choose = (parameter: string) =>
  `/[?&]${parameter}=./.test(location.search)||history.state?.usr?.${parameter}||document.querySelectorAll("[data-link]").forEach(e=>e.hidden=!e.hidden)`;

interface Props {
  /** The query parameter of the link. */
  parameter: string;
  /** The view of a visit without it. */
  broken: ReactNode;
  /** The view of a visit with the link, and of a browser without scripts. */
  children: ReactNode;
}

/** What a page behind a link shows until it has hydrated, so that its text does not wait for the scripts. */
export const BeforeHydration = ({ parameter, broken, children }: Props) => (
  <>
    <div data-link="" suppressHydrationWarning>
      {children}
    </div>
    <div data-link="" hidden suppressHydrationWarning>
      {broken}
    </div>
    <InlineScript code={choose(parameter)} />
  </>
);

/** The view of a link that does not work. The page's one h1 is that of the other view. */
export const BrokenLink = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="stage narrow">
    <div className="stage-main stack">
      <Lamp size={72} lit={false} />
      <p className="h1" role="heading" aria-level={1}>
        {title}
      </p>
      {children}
    </div>
  </div>
);
