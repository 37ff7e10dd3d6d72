import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router-dom';
import figtree from './fonts/figtree.woff2?url';
import fraunces from './fonts/fraunces.woff2?url';
import pageScript from './site/page-script.ts?minified';
import { Broken } from './site/broken.tsx';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/shell.css';
import './styles/drawer.css';
import './styles/footer.css';

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fbf5ea" />
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

/**
 * A page whose route says `hydrate: false` carries no script but the page's own; development always does, to reload.
 * The page's own comes last, because it looks whether there are others.
 */
export default function App() {
  const leaf = useMatches().at(-1)?.handle as { hydrate?: boolean } | undefined;
  const hydrate = import.meta.env.DEV || leaf?.hydrate !== false;
  return (
    <>
      <Outlet />
      {hydrate && (
        <>
          <ScrollRestoration />
          <Scripts />
        </>
      )}
      <script dangerouslySetInnerHTML={{ __html: pageScript }} />
    </>
  );
}

/** The shell for addresses that only the browser knows. */
export const HydrateFallback = () => <Scripts />;

/** For whatever fails outside the frame of a page; the errors themselves are for the console. */
export const ErrorBoundary = () => (
  <main id="content" tabIndex={-1}>
    <Broken onRetry={() => location.reload()} />
  </main>
);
