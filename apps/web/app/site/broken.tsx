import { useEffect, useRef } from 'react';
import { Lamp } from './logo.tsx';
import { MailLink } from './mail-link.tsx';
import '../styles/lost.css';

interface Props {
  onRetry: () => void;
  home?: { href: string; label: string };
}

/** What stands in the place of a page that could not be shown. The heading takes the focus, which was in that page. */
export function Broken({ onRetry, home = { href: '/', label: 'Return to Homepage' } }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section className="lost">
      <Lamp size={72} lit={false} />
      <h1 ref={heading} tabIndex={-1}>
        This page could not be shown
      </h1>
      <p className="quiet">
        Something went wrong on our side. What you saved is safe. Please try again, and if it happens once more, write
        to <MailLink />.
      </p>
      <div className="row">
        <button type="button" className="button primary large" onClick={onRetry}>
          Try again
        </button>
        <a className="button second large" href={home.href}>
          {home.label}
        </a>
      </div>
    </section>
  );
}
