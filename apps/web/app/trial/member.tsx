import type { SubscriptionSummary } from '@lampstand/contracts';
import { MailLink } from '../components/text-links.tsx';
import { useLongDay } from '../lib/clock.ts';
import { DASHBOARD, PLAN } from '../lib/site.ts';
import { capitalized, isBeyondTrial, standingOf } from '../lib/standing.ts';
import { AccountLink } from './account-link.tsx';
import { MemberMailReturned } from './mail-returned.tsx';
import { StepLayout } from './step-layout.tsx';
import { nameAfter, type Trial } from './trial-session.ts';

/** The subscription of a sign-up that was opened on an earlier day, or once there is more to say than that its trial runs. */
export function laterStandingOf(trial: Trial): SubscriptionSummary | undefined {
  if (!('subscription' in trial) || !trial.subscription) return undefined;
  return trial.openForADay || isBeyondTrial(trial.subscription) ? trial.subscription : undefined;
}

/** The way to the plan on the success screen: opened at once by the browser that signed up, asked for by any other. */
export const PlanLine = ({ trial, opening }: { trial: Trial | undefined; opening: boolean }) => (
  <p className="quiet">
    Changed your mind?{' '}
    <AccountLink opening={opening} href={(trial && 'planLink' in trial && trial.planLink) || PLAN}>
      Open your plan
    </AccountLink>{' '}
    to change or cancel it, today or on any other day.
  </p>
);

interface Props {
  trialId: number;
  trial: Trial;
  subscription: SubscriptionSummary;
}

/** An old sign-up link: what is true of the account now, and what can be done. */
export function Member({ trialId, trial, subscription }: Props) {
  const { title, sentence, ended, failed, action } = standingOf(subscription, useLongDay());
  return (
    <StepLayout step="success" title={ended ? title : title + nameAfter(trial)}>
      <p className="lede">{capitalized(sentence)}</p>
      {subscription.status === 'trialing' && <MemberMailReturned trialId={trialId} trial={trial} />}
      <div className="row">
        {failed && <PlanButton primary>{action}</PlanButton>}
        {!ended && (
          <a className={`button large ${failed ? 'second' : 'primary'}`} href={DASHBOARD}>
            Go to my dashboard
          </a>
        )}
        {!failed && <PlanButton>{action}</PlanButton>}
      </div>
      <Farewell />
    </StepLayout>
  );
}

/** The end of the last screen. */
export const Farewell = () => (
  <p className="quiet">
    Questions? Write to <MailLink />.{' '}
    <a className="nowrap" href="/">
      Return to Home
    </a>
  </p>
);

const PlanButton = ({ primary = false, children }: { primary?: boolean; children: string }) => (
  <a className={`button large ${primary ? 'primary' : 'second'}`} href={PLAN}>
    {children}
  </a>
);
