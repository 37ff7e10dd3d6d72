import { useEffect, useRef } from 'react';
import { Stage } from './stage.tsx';
import { MailLink } from './text-links.tsx';

interface Props {
  /** It failed because a part of it did not load, also after a reload. */
  missing?: boolean | undefined;
  onRetry: () => void;
  home?: { href: string; label: string };
}

/** Replaces a page that failed to render. The heading takes the focus that was inside the page. */
export function ErrorFallback({ missing, onRetry, home = { href: '/', label: 'Return to Homepage' } }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Stage lamp="unlit">
      <h1 ref={heading} tabIndex={-1}>
        This page could not be shown
      </h1>
      <p className="lede quiet">
        <span>
          {missing ? 'A part of it did not load. We may be updating the site.' : 'Something went wrong on our side.'}
        </span>{' '}
        What you saved is safe. Please try again, and if it happens once more, write to <MailLink />.
      </p>
      <div className="row">
        <button type="button" className="button primary large" onClick={onRetry}>
          Try again
        </button>
        <a className="button second large" href={home.href}>
          {home.label}
        </a>
      </div>
    </Stage>
  );
}
