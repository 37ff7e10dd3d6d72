import { data, type LoaderFunctionArgs, type MetaArgs, Outlet, useLocation } from 'react-router-dom';
import { headOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { useChanges } from './layout/changes.ts';
import { Checking } from './layout/checking.tsx';
import { useScrollReset } from './layout/scroll.ts';
import { STAFF_PAGES } from './pages.ts';
import UnknownPage from './unknown-page.tsx';

const staffPage = (page: Pick<Page, 'path' | 'title' | 'canonical'>): Page => ({
  ...page,
  description: `For staff: ${page.title}`,
  keywords: ['back office', 'staff', page.title.toLowerCase()],
  noindex: true,
});
const PAGES = Object.values(STAFF_PAGES).map(({ module: _, ...page }) => staffPage(page));
const UNKNOWN = staffPage({ path: '/admin/404', title: 'Page Not Found' });

export const handle: PageHandle = { page: PAGES, hydrate: true, header: 'staff' };

export const meta = ({ location }: MetaArgs) => headOf(pageAt(location.pathname) ?? UNKNOWN);

function pageAt(address: string): Page | undefined {
  return PAGES.find(({ path }) =>
    path.endsWith('_') ? address.replace(/\d+$/, '_') === path && address !== path : address === path,
  );
}

/** Addresses without a page are a 404, with the rail and the search. */
export function loader({ request }: LoaderFunctionArgs) {
  return pageAt(new URL(request.url).pathname) ? null : data(null, { status: 404 });
}

/** Runs in the browser only, so the server renders nothing of the office but what it shows until the session is known. */
export const clientLoader = () => null;
clientLoader.hydrate = true as const;
export const shouldRevalidate = () => false;

export const HydrateFallback = () => (
  <div id="office">
    <div className="office" data-scripts>
      <Checking />
    </div>
  </div>
);

const seen = new Set<string>();

/**
 * The style sheets of the pages so far. React keeps those with a precedence, where React Router removes the sheets of a page that
 * is left, and shows it without them at first after Back.
 */
function KeptSheets() {
  useLocation();
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) seen.add(href);
  return [...seen].map((href) => <link key={href} rel="stylesheet" href={href} precedence="office" />);
}

/** The layout of all pages of the back office. */
export default function BackOffice() {
  useScrollReset();
  useChanges();
  const { pathname } = useLocation();
  return (
    <div id="office">
      <KeptSheets />
      {pageAt(pathname) ? <Outlet /> : <UnknownPage />}
    </div>
  );
}
