import styles from './scripts-failed.module.css';

/** Shown when the scripts of the page did not load, also after a reload (`layout/scripts-after-paint.ts`). */
export const ScriptsFailed = () => (
  <p className={styles.failed} role="alert" hidden data-scripts>
    This page did not load completely. Wait a minute, then reload it.
  </p>
);
