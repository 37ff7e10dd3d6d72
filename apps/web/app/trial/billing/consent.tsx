import { CONSENT_VERSION, dollars, planOf, type TierId } from '@lampstand/contracts';
import { MailLink, NewTabLink } from '../../components/text-links.tsx';
import { useLongDay } from '../../lib/clock.ts';
import { site } from '../../lib/site.ts';

interface Props {
  plan: TierId;
  trialEndsAt: string;
}

/** What is charged when, shown above the card form. */
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

/** Legal consent to the charges. Change CONSENT_VERSION, which `prepareCard` sends, together with the text. */
export function Consent({ plan, trialEndsAt }: Props) {
  const longDay = useLongDay();
  const amount = dollars(planOf(plan).amountInCents);
  return (
    <p className="small quiet" data-consent={CONSENT_VERSION}>
      By starting your trial you allow {site.product} to charge this card {amount} on {longDay(trialEndsAt)} and every
      month after that, until you cancel. Cancel anytime with the link in our e-mails or by writing to <MailLink />. The{' '}
      <NewTabLink href="/terms-of-service">Terms of Service</NewTabLink> apply.
    </p>
  );
}
