import { civilDay, consentText, dollars, longDate, planOf, TAXES, type TierId } from '@lampstand/contracts';
import { MailLink, NewTabLink } from '../../components/text-links.tsx';
import { DEFAULT_TIME_ZONE, useConfig } from '../../lib/clock.ts';
import { site } from '../../lib/site.ts';
import styles from './terms.module.css';

interface Props {
  plan: TierId;
  trialEndsAt: string;
}

/** Price and day of the first charge, as displayed and as sent with the consent. */
export function useTerms({ plan, trialEndsAt }: Props) {
  const { data: config } = useConfig();
  const { amountInCents } = planOf(plan);
  const firstChargeOn = civilDay(new Date(trialEndsAt), config?.timeZone ?? DEFAULT_TIME_ZONE);
  return { amountInCents, firstChargeOn };
}

/** The chosen plan in one line. */
export function PlanSummary(props: Props) {
  const { amountInCents, firstChargeOn } = useTerms(props);
  return (
    <p className={`wide ${styles.summary}`} aria-live="polite" aria-atomic="true">
      <strong>
        {planOf(props.plan).name}: {dollars(amountInCents)} a month
      </strong>{' '}
      from {longDate(firstChargeOn)}. Nothing is charged today.
    </p>
  );
}

/** What is charged when. */
export function Timeline(props: Props) {
  const { amountInCents, firstChargeOn } = useTerms(props);
  return (
    <dl className={`wide ${styles.timeline}`}>
      <div>
        <dt>Today</dt>
        <dd>
          <strong>$0.00.</strong> Your 30 days begin.
        </dd>
      </div>
      <div>
        <dt>Before it ends</dt>
        <dd>We email you 7 days and 1 day before, with the price, the date and a link to cancel.</dd>
      </div>
      <div>
        <dt>{longDate(firstChargeOn)}</dt>
        <dd>
          <strong>{dollars(amountInCents)}</strong> for {planOf(props.plan).name}, then each month. Cancel before that
          day and you pay nothing.
        </dd>
      </div>
    </dl>
  );
}

const TERMS = 'Terms of Service';

/** The text that the button agrees to, exactly as the server stores it; address and terms are links. */
export function Consent(props: Props) {
  const { product, supportEmail } = site;
  const text = consentText({ plan: props.plan, ...useTerms(props), product, supportEmail });
  const [charges, rest = ''] = text.split(supportEmail);
  const [between, end] = rest.split(TERMS);
  return (
    <>
      <p className="small quiet">
        {charges}
        <MailLink />
        {between}
        <NewTabLink href="/terms-of-service">{TERMS}</NewTabLink>
        {end}
      </p>
      <p className="small quiet">{TAXES}</p>
    </>
  );
}
