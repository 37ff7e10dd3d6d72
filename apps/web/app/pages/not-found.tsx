import { Lost } from '../components/error-fallback.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { appPages } from '../seo/app-pages.ts';
import { headOf } from '../seo/head.ts';
import styles from './not-found.module.css';

export const handle = { hydrate: appPages.notFound.hydrate };
export const meta = () => headOf(appPages.notFound);

export default function NotFoundPage() {
  return (
    <Lost>
      <p className={`figure ${styles.status}`}>404</p>
      <h1>Page Not Found</h1>
      <p className="quiet">The page you’re looking for doesn’t exist or has been moved.</p>
      <a className="button primary large" href="/">
        Return to Homepage
      </a>
      <div className={styles.search}>
        <SearchBox label="Or search for it" placeholder="pricing, consent form, camp" />
      </div>
      <nav className="row" aria-label="Suggestions">
        <a href="/youth-ministry-tools">Ministry Tools</a> <a href="/trial">Free Trial</a>
      </nav>
    </Lost>
  );
}
