import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router-dom';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import { InlineScript } from './components/inline-script.tsx';
import { ErrorFallback } from './components/error-fallback.tsx';
import figtree from './fonts/figtree.woff2?url';
import fraunces from './fonts/fraunces.woff2?url';
import pageScript from './layout/page-script.ts?minified';
import reloadOnce from './layout/reload-once.ts?minified';
import scriptsAfterPaint from './layout/scripts-after-paint.ts?minified';
import currentSignUp from './layout/resume.js?url';
import { ScriptsFailed } from './components/scripts-failed.tsx';
import { SiteLayout } from './layout/site-layout.tsx';
import { site } from './lib/site.ts';
import { KeepTyped } from './lib/keep-typed.ts';
import type { PageHandle } from './seo/page.ts';

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#fbf5ea" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#10162b" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icon-180.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <link rel="preload" href={figtree} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="preload" href={fraunces} as="font" type="font/woff2" crossOrigin="anonymous" />
        <Meta />
        <Links />
      </head>
      <body>{children}</body>
    </html>
  );
}

/** The values of the site, for `lib/site.ts`. */
const SITE = JSON.stringify(site).replaceAll('<', '\\u003c');

/** Runs `resume.js` in a browser that saved a sign-up. */
const RESUME = `/signup/.test(document.cookie)&&import(${JSON.stringify(currentSignUp)})`;

/**
 * Writes React's scripts where the handle says `hydrate`; development writes them into every page, to reload.
 * They run once the page is painted (`layout/scripts-after-paint.ts`).
 * The inline page script comes last because it checks whether module scripts are present.
 */
export default function App() {
  const leaf = useMatches().findLast(({ handle }) => handle)?.handle as PageHandle | undefined;
  const hydrate = import.meta.env.DEV || leaf?.hydrate;
  return (
    <>
      <KeepTyped />
      <SiteLayout header={leaf?.header}>
        {hydrate && <ScriptsFailed />}
        <Outlet />
      </SiteLayout>
      <script id="site" type="application/json" dangerouslySetInnerHTML={{ __html: SITE }} />
      {hydrate && (
        <>
          {/* Pages of the back office return to a row of a list, which comes later. */}
          {leaf?.header !== 'staff' && <ScrollRestoration />}
          <Scripts />
          <InlineScript code={reloadOnce + scriptsAfterPaint} />
        </>
      )}
      <InlineScript code={pageScript + RESUME} />
    </>
  );
}

/** Replaces the whole page, header and footer included, when an error reaches the root. */
export const ErrorBoundary = () => (
  <main id="content" tabIndex={-1}>
    <ErrorFallback onRetry={() => location.reload()} />
  </main>
);
