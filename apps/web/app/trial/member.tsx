import type { SubscriptionSummary } from '@lampstand/contracts';
import { MailLink } from '../components/text-links.tsx';
import { useLongDay } from '../lib/clock.ts';
import { DASHBOARD, PLAN } from '../lib/site.ts';
import { capitalized, isBeyondTrial, standingOf } from '../lib/standing.ts';
import { StepLayout } from './step-layout.tsx';
import type { Trial } from './trial-session.ts';

/** The subscription of an opened sign-up once there is more to say than that its trial runs. */
export const laterStandingOf = (trial: Trial): SubscriptionSummary | undefined =>
  'subscription' in trial && trial.subscription && isBeyondTrial(trial.subscription) ? trial.subscription : undefined;

/** An old sign-up link after the trial, or after a cancellation: what is true now, and what can be done. */
export function Member({ firstName, subscription }: { firstName: string; subscription: SubscriptionSummary }) {
  const { title, sentence, ended, action } = standingOf(subscription, useLongDay());
  return (
    <StepLayout step="success" title={ended || !firstName ? title : `${title}, ${firstName}`}>
      <p className="lede">{capitalized(sentence)}</p>
      <div className="row">
        {!ended && (
          <a className="button primary large" href={DASHBOARD}>
            Go to my dashboard
          </a>
        )}
        <a className="button second large" href={PLAN}>
          {action}
        </a>
      </div>
      <p className="quiet">
        {ended ? 'You are welcome back at any time: write to ' : 'Questions? Write to '}
        <MailLink />.{' '}
        <a className="nowrap" href="/">
          Return to Home
        </a>
      </p>
    </StepLayout>
  );
}
