import { Outlet } from 'react-router-dom';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

export default function SiteLayout() {
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
