import type { ReactNode } from 'react';
import { Lamp } from './lamp.tsx';

/** Runs before the first paint. After a reload, the token is in the history entry. */
const CHOOSE =
  '/[?&]token=./.test(location.search)||history.state?.usr?.token||document.querySelectorAll("[data-link]").forEach(e=>e.hidden=!e.hidden)';

interface Props {
  /** Title and text of a visit without a link. */
  title: string;
  remedy: ReactNode;
  /** The view of a visit with a link, and of a browser without scripts. */
  children: ReactNode;
}

/** What a page behind the link of a mail shows until it has hydrated, so that its text does not wait for the scripts. */
export const BeforeHydration = ({ title, remedy, children }: Props) => (
  <>
    <div data-link="" suppressHydrationWarning>
      {children}
    </div>
    <div data-link="" hidden suppressHydrationWarning>
      <div className="stage narrow">
        <div className="stage-main stack">
          <Lamp size={72} lit={false} />
          <p className="h1" role="heading" aria-level={1}>
            {title}
          </p>
          <p className="lede quiet">{remedy}</p>
        </div>
      </div>
    </div>
    <script dangerouslySetInnerHTML={{ __html: CHOOSE }} />
  </>
);
