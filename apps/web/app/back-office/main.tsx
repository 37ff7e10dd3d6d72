/** The back office: an application of its own, for its pages only. The public site is React Router's framework mode. */
import { type ComponentType, lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { Checking } from './layout/checking.tsx';
import { useScrollReset } from './layout/scroll.ts';
import { STAFF_PAGES } from './pages.ts';
// What most pages have is in one file with the router.
import './layout/back-office-layout.tsx';
import './lists/list-view.tsx';

const modules = import.meta.glob<{ default: ComponentType }>('./**/*-page.tsx');

const pages = Object.values(STAFF_PAGES).map(({ path, module }) => ({
  path: path.replace('_', ':id'),
  Page: lazy(modules[`./${module}.tsx`]!),
}));

function BackOffice() {
  useScrollReset();
  return (
    <Suspense
      fallback={
        <div className="office">
          <Checking />
        </div>
      }
    >
      <Routes>
        {pages.map(({ path, Page }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
      </Routes>
    </Suspense>
  );
}

createRoot(document.querySelector('#office')!).render(
  <BrowserRouter>
    <BackOffice />
  </BrowserRouter>,
);
