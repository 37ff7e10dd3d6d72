import { LINK_INVALID, TOASTS } from '@lampstand/contracts';
import type { ReactNode } from 'react';
import { useLoaderData } from 'react-router-dom';
import type { LoadedLink } from '../lib/link-form.ts';
import { InlineScript } from './inline-script.tsx';
import { Notice } from './notice.tsx';
import { ResultPage } from './result-page.tsx';
import tokenAddress from './token-address.ts?minified';

interface Props {
  title: string;
  text: string;
  /** Shown instead of the form for a link that does not work. */
  remedy: ReactNode;
  /** Where a reader goes next, from there and from an outcome without a link of its own. */
  next?: { href: string; label: string };
  /** The form, by `LinkForm`. */
  children: ReactNode;
}

/** Target of a one-purpose link in an email. Opening it changes nothing, since mail programs open links; its form acts. */
export const LinkPage = (props: Props) => (
  <>
    <InlineScript code={tokenAddress} />
    <Content {...props} />
  </>
);

function Content({ title, text, remedy, next = HOME, children }: Props) {
  const { broken, outcome } = useLoaderData<LoadedLink>();
  if (broken)
    return (
      <ResultPage title={LINK_INVALID}>
        <p className="lede quiet">{remedy}</p>
        <Next {...next} />
      </ResultPage>
    );
  if (outcome)
    return (
      <ResultPage title={outcome.title} lit>
        <p className="lede quiet">{outcome.text}</p>
        <Next {...(outcome.link ?? next)} />
      </ResultPage>
    );
  return (
    <ResultPage title={title} opened>
      <p className="lede quiet">{text}</p>
      {children}
    </ResultPage>
  );
}

const HOME = { href: '/', label: 'Return to Home' };

const Next = ({ href, label }: { href: string; label: string }) => (
  <a className="button primary large" href={href}>
    {label}
  </a>
);

/** A form that is posted to the link, whose token has left the address of the page. */
export function LinkForm({ children, ...props }: { className?: string; children: ReactNode }) {
  const { token } = useLoaderData<LoadedLink>();
  return (
    <form method="post" action={`?token=${encodeURIComponent(token)}`} noValidate {...props}>
      {children}
    </form>
  );
}

interface ButtonProps {
  label: string;
  below?: string;
  /** What the button posts. */
  name?: string;
  value?: string;
  /** A second button, which posts another value. */
  other?: { label: string; value: string };
}

/** The form of a page whose button does all. */
export function LinkButton({ label, below, name, value, other }: ButtonProps) {
  const { refusal } = useLoaderData<LoadedLink>();
  return (
    <>
      {refusal && (
        <div role="alert" className="wide">
          <Notice tone="bad" title={TOASTS.notSubmitted.title}>
            <p>{refusal.error.error}</p>
          </Notice>
        </div>
      )}
      <LinkForm {...(other && { className: 'row' })}>
        <button type="submit" className="button primary large" name={name} value={value}>
          {label}
        </button>
        {other && (
          <button type="submit" className="button second large" name={name} value={other.value}>
            {other.label}
          </button>
        )}
      </LinkForm>
      {below && <p className="small quiet">{below}</p>}
    </>
  );
}
