import type { ReactNode } from 'react';
import styles from './working.module.css';

/** Says what takes a moment. */
export const Working = ({ children }: { children: ReactNode }) => (
  <div className={styles.working} role="status">
    <span className="spinner" aria-hidden="true" /> <span>{children}</span>
  </div>
);
