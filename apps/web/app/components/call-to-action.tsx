import type { ReactNode } from 'react';
import { Lamp } from './lamp.tsx';
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
  id?: string;
  below?: ReactNode;
}

/** Closing band of a page: one primary action and an optional second link. The search index leaves it out. */
export function CallToAction({ heading, children, action, link, id, below }: Props) {
  return (
    <section className={styles.closing} id={id} data-unsearched="">
      <Lamp size={56} />
      {heading && <h2>{heading}</h2>}
      {children && <p>{children}</p>}
      <div className="row">
        <a className="button primary large" href={action.href}>
          {action.label}
        </a>{' '}
        {link && <a href={link.href}>{link.label}</a>}
      </div>
      {below}
    </section>
  );
}
