import { type MetaArgs, useLocation } from 'react-router-dom';
import { backOfficePages } from '../seo/back-office-pages.ts';
import { headOf } from '../seo/head.ts';
import { Checking } from './layout/checking.tsx';

export const handle = { hydrate: false, header: 'staff' };
export const meta = ({ location }: MetaArgs) => headOf(pageAt(location.pathname));

function pageAt(address: string) {
  const page = Object.values(backOfficePages).find(({ path }) => path === address.replace(/\/$/, ''));
  if (!page) throw new Error(`The back office has no page at ${address}`);
  return page;
}

/** In development, as the build puts no scripts into the page: the first makes the second reload as it changes. */
const SCRIPTS = ['/@id/__x00__virtual:react-router/inject-hmr-runtime', '/app/back-office/main.tsx'];

/** The prerendered page of the back office, in which `main.tsx` runs. The build adds scripts and styles by `data-module`. */
export default function BackOfficeDocument() {
  const { module } = pageAt(useLocation().pathname);
  return (
    <>
      <div id="office" data-module={module}>
        <div className="office">
          <Checking />
        </div>
      </div>
      {import.meta.env.DEV && SCRIPTS.map((src) => <script key={src} type="module" src={src} />)}
    </>
  );
}
