import { Stage } from '../components/stage.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { headOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import styles from './not-found.module.css';

const page: Page = {
  path: '/404',
  title: 'Page Not Found',
  description:
    'The page you’re looking for doesn’t exist or has been moved. Return to the homepage, look at the ministry tools, or start your free trial.',
  keywords: ['page not found', 'youth ministry tools', 'youth ministry free trial'],
  noindex: true,
};

export const handle: PageHandle = { page };
export const meta = () => headOf(page);

export default function NotFoundPage() {
  return (
    <Stage lamp="unlit">
      <p className={`figure ${styles.status}`}>404</p>
      <h1>Page Not Found</h1>
      <p className="lede quiet">The page you’re looking for doesn’t exist or has been moved.</p>
      <a className="button primary large" href="/">
        Return to Homepage
      </a>
      <div className={styles.search}>
        <SearchBox label="Or search for it" look="second" placeholder="pricing, consent form, camp" />
      </div>
      <nav className="row" aria-label="Suggestions">
        <a href="/youth-ministry-tools">Ministry Tools</a> <a href="/trial">Free Trial</a>
      </nav>
    </Stage>
  );
}
