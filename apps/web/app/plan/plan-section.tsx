import { type ReactNode, useEffect, useId, useRef } from 'react';

interface Props {
  title: string;
  /** Name of the content shown; when it changes, the heading takes the focus. */
  shows: string;
  children: ReactNode;
}

/** A card of the plan page whose buttons replace its content. */
export function PlanSection({ title, shows, children }: Props) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(shows);
  useEffect(() => {
    if (before.current === shows) return;
    before.current = shows;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [shows]);
  return (
    <section className="card stack" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}
