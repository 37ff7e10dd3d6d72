import { CONSENT_VERSION, dollars, planOf, type TierId } from '@lampstand/contracts';
import { useLongDay } from '../../lib/clock.ts';
import { site } from '../../site/env.ts';

interface Props {
  plan: TierId;
  trialEndsAt: string;
}

/** The price and its dates before the card is asked for: nothing here may surprise later. */
export function Timeline({ plan, trialEndsAt }: Props) {
  const longDay = useLongDay();
  const { name, amountInCents } = planOf(plan);
  return (
    <dl className="timeline wide">
      <div>
        <dt>Today</dt>
        <dd>
          <strong>$0.00.</strong> Your 30 days begin.
        </dd>
      </div>
      <div>
        <dt>Before it ends</dt>
        <dd>We e-mail you 7 days and 1 day before, with the price, the date and a link to cancel.</dd>
      </div>
      <div>
        <dt>{longDay(trialEndsAt)}</dt>
        <dd>
          <strong>{dollars(amountInCents)}</strong> for {name}, then each month. Cancel before that day and you pay
          nothing.
        </dd>
      </div>
    </dl>
  );
}

/** What a person agrees to by saving a card. Its version travels with the call: change both together. */
export function Consent({ plan, trialEndsAt }: Props) {
  const longDay = useLongDay();
  const amount = dollars(planOf(plan).amountInCents);
  return (
    <p className="small quiet" data-consent={CONSENT_VERSION}>
      By starting your trial you allow {site.product} to charge this card {amount} on {longDay(trialEndsAt)} and every
      month after that, until you cancel. Cancel anytime with the link in our e-mails or by writing to{' '}
      <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a>. The{' '}
      <a href="/terms-of-service" target="_blank" rel="noopener">
        Terms of Service<span className="unseen"> (opens in a new tab)</span>
      </a>{' '}
      apply.
    </p>
  );
}
