/** The back office: an application of its own, for its pages only. The public site is React Router's framework mode. */
import { type ComponentType, lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { useScrollReset } from './layout/scroll.ts';
import { STAFF_PAGES } from './pages.ts';
// What most pages have is in one file with the router.
import './layout/back-office-layout.tsx';
import './lists/list-view.tsx';

const modules = import.meta.glob<{ default: ComponentType }>('./**/*-page.tsx');

const load = (module: string) => modules[`./${module}.tsx`]!();

/** After a deploy, the server may no longer have a module of this version: the page's document has the present one. */
const loadOrReload = (module: string) =>
  load(module).catch(() => {
    location.reload();
    return new Promise<never>(() => {});
  });

/** Another page stays on the screen until its successor has loaded. */
function BackOffice({ pages }: { pages: { path: string; Page: ComponentType }[] }) {
  useScrollReset();
  return (
    <Suspense>
      <Routes>
        {pages.map(({ path, Page }) => (
          <Route key={path} path={path.replace('_', ':id')} element={<Page />} />
        ))}
      </Routes>
    </Suspense>
  );
}

/** The page that the document is of loads first, so that it needs no fallback. */
async function start(office: HTMLElement) {
  const opened = office.dataset['module']!;
  const { default: Opened } = await load(opened);
  const pages = Object.values(STAFF_PAGES).map(({ path, module }) => ({
    path,
    Page: module === opened ? Opened : lazy(() => loadOrReload(module)),
  }));
  createRoot(office).render(
    <BrowserRouter>
      <BackOffice pages={pages} />
    </BrowserRouter>,
  );
}

void start(document.querySelector<HTMLElement>('#office')!);
