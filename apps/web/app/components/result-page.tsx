import { type ReactNode, useEffect, useRef } from 'react';
import { site } from '../lib/site.ts';
import { Lamp } from './lamp.tsx';
import styles from './result-page.module.css';
import { Stage } from './stage.tsx';

interface ResultProps {
  title: string;
  lit?: boolean;
  /** First view of the page: keeps focus, scroll position and document title as the browser set them. */
  opened?: boolean;
  /** With a form or more to read: without a lamp and at the left edge, like the page before it, so that the heading stays. */
  column?: boolean;
  children?: ReactNode;
}

/** Outcome of a flow under the lamp. The heading takes the focus whenever the title changes. */
export function ResultPage({ title, lit = false, opened = false, column = false, children }: ResultProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (opened) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
    document.title = `${title} | ${site.product}`;
  }, [title, opened]);
  return (
    <Stage lamp={column ? undefined : lit ? 'lit' : 'unlit'}>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a page without scripts starts at what has happened */}
      <h1 ref={heading} tabIndex={-1} autoFocus={!opened}>
        {title}
      </h1>
      {children}
    </Stage>
  );
}

interface LoadingProps {
  title: string;
  /** `p` where the page has another h1. */
  as?: 'h1' | 'p';
  children?: ReactNode;
}

/** Loading view: a lamp with a flickering flame. */
export function Loading({ title, as: Title = 'h1', children }: LoadingProps) {
  return (
    <div className={styles.waiting} role="status">
      <Lamp size={72} flickers className={styles.waitingLamp} />
      <Title className={styles.waitingTitle}>{title}</Title>
      {children}
    </div>
  );
}
