import type { ReactNode } from 'react';
import styles from './call-to-action.module.css';

interface Link {
  href: string;
  label: string;
}

interface Props {
  heading?: string;
  children?: ReactNode;
  action: Link;
  link?: Link;
}

/** The end of a page: one primary action and an optional second link. The search index leaves it out. */
export const CallToAction = ({ heading, children, action, link }: Props) => (
  <section className={styles.closing} data-unsearched="">
    <div className={styles.text}>
      {heading && <h2>{heading}</h2>}
      {children && <p>{children}</p>}
    </div>
    <div className="row">
      <a className="button primary large" href={action.href}>
        {action.label}
      </a>{' '}
      {link && <a href={link.href}>{link.label}</a>}
    </div>
  </section>
);
