import styles from './breadcrumbs.module.css';

/** A page above the current one. */
export interface Crumb {
  name: string;
  path: string;
}

const HOME: Crumb = { name: 'Home', path: '/' };

/** Links to the pages above the current one, whose name is its h1. */
export const Breadcrumbs = ({ above }: { above: readonly Crumb[] }) => (
  <nav className={styles.breadcrumbs} aria-label="Breadcrumb">
    <ol>
      {[HOME, ...above].map(({ name, path }) => (
        <li key={path}>
          <a href={path}>{name}</a>
        </li>
      ))}
    </ol>
  </nav>
);
