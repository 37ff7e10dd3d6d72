import { type ReactNode, useEffect, useRef } from 'react';
import { site } from './env.ts';
import { Lamp } from './logo.tsx';
import '../styles/trial.css';

interface Props {
  title: string;
  lit?: boolean;
  /** The page has just been opened: the focus stays where the browser puts it. */
  opened?: boolean;
  children?: ReactNode;
}

/** A page that says how something ended: the lamp, and a heading that takes the focus whenever it changes. */
export function Ended({ title, lit = false, opened = false, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (opened) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
    document.title = `${title} | ${site.product}`;
  }, [title, opened]);
  return (
    <div className="stage narrow">
      <section className="stage-main stack">
        <Lamp size={72} lit={lit} />
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </section>
    </div>
  );
}
