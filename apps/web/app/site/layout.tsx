import { Outlet } from 'react-router-dom';
import { useCommandFallback } from './command-fallback.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

export default function SiteLayout() {
  useCommandFallback();
  return (
    <>
      <div>
        <a className="skip" href="#content">
          Skip to content
        </a>
        <Header />
        <main id="content" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Footer />
    </>
  );
}
