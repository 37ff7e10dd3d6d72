import { useEffect, useRef } from 'react';
import { Lamp } from './lamp.tsx';
import { SearchBox } from './search-box.tsx';
import { MailLink } from './text-links.tsx';
import './not-found.css';

export function NotFound() {
  return (
    <section className="lost">
      <Lamp size={72} lit={false} />
      <p className="figure">404</p>
      <h1>Page Not Found</h1>
      <p className="quiet">The page you’re looking for doesn’t exist or has been moved.</p>
      <a className="button primary large" href="/">
        Return to Homepage
      </a>
      <SearchBox label="Or search for it" placeholder="pricing, consent form, camp" />
      <nav className="row" aria-label="Suggestions">
        <a href="/youth-ministry-tools">Ministry Tools</a> <a href="/trial">Free Trial</a>
      </nav>
    </section>
  );
}

interface Props {
  onRetry: () => void;
  home?: { href: string; label: string };
}

/** Replaces a page that failed to render. The heading takes the focus that was inside the page. */
export function ErrorFallback({ onRetry, home = { href: '/', label: 'Return to Homepage' } }: Props) {
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
