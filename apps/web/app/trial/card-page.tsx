import { dollars, PLANS } from '@lampstand/contracts';
import { RadioField } from '../components/radio-field.tsx';
import { MailLink } from '../components/text-links.tsx';
import { appPages } from '../seo/app-pages.ts';
import { headOf } from '../seo/head.ts';
import { TrialId } from './code-page.tsx';
import '../components/field.css';
import '../components/notice.css';
import '../components/result-page.css';

export const handle = { hydrate: appPages.trialCard.hydrate };
export const meta = () => headOf(appPages.trialCard);

/** The way to step three without scripts: the plan, and the payment provider's own page. Never hydrated. */
export default function CardPage() {
  return (
    <div className="stage narrow">
      <section className="stage-main stack">
        <h1>Choose your plan and card</h1>
        <p className="lede quiet">Nothing is charged until your 30 days are over, and you can cancel before.</p>
        <form className="stack wide" method="post" action="/trial/card" noValidate>
          <TrialId />
          <RadioField name="selectedPlan" label="About how many students take part?" choices={CHOICES} />
          <p className="small quiet">
            The card is entered on the secure page of Stripe, our payment provider, which needs JavaScript. That page
            shows the price, the day of the first charge and the terms before you agree. If you cannot use JavaScript at
            all, write to <MailLink />.
          </p>
          <button type="submit" className="button primary large">
            Open the secure card page
          </button>
        </form>
      </section>
    </div>
  );
}

const CHOICES = PLANS.map(({ id, name, range, amountInCents }) => ({
  value: id,
  label: `${name.includes(range) ? '' : `${name}, `}${range}: ${dollars(amountInCents)} a month`,
}));
