import { DEFAULT_TIER } from '@lampstand/contracts';
import { TextField } from '../components/field.tsx';
import { PlanPicker } from '../components/plan-picker.tsx';
import { MailLink } from '../components/text-links.tsx';
import { appPages } from '../seo/app-pages.ts';
import { headOf } from '../seo/head.ts';
import '../components/result-page.css';

export const handle = { hydrate: appPages.trialCode.hydrate };
export const meta = () => headOf(appPages.trialCode);

/**
 * Step two and the way to step three without scripts. Never hydrated: the server fills in the id of the sign-up and leaves
 * the part that applies (`apps/api/src/site/form-page.ts`).
 */
export default function CodePage() {
  return (
    <div className="stage narrow">
      <section className="stage-main stack" data-part="code">
        <h1>Confirm your phone</h1>
        <p className="lede quiet">We sent a text with a code of six digits to your phone.</p>
        <form className="stack wide" method="post" action="/trial/code" noValidate>
          <TrialId />
          <TextField
            name="code"
            label="Verification code"
            inputMode="numeric"
            autoComplete="one-time-code"
            hint="It can take a minute to arrive."
          />
          <button type="submit" className="button primary large">
            Confirm phone
          </button>
        </form>
        <form className="wide" method="post" action="/trial/code/send">
          <TrialId />
          <button type="submit" className="button second">
            Send another code
          </button>
        </form>
      </section>
      <section className="stage-main stack" data-part="card">
        <h1>Your phone is confirmed</h1>
        <p className="lede quiet">
          Choose a plan and save a card. Nothing is charged until your 30 days are over, and you can cancel before.
        </p>
        <form className="stack wide" method="post" action="/trial/card" noValidate>
          <TrialId />
          <PlanPicker choice={{ plan: DEFAULT_TIER, choose: () => {}, failure: NO_FAILURE }} />
          <p className="small quiet">
            The card is entered on the secure page of Stripe, our payment provider, which needs JavaScript. By opening
            it you agree that we charge the price of the chosen plan each month once the 30 free days are over, until
            you cancel. If you cannot use JavaScript at all, write to <MailLink />.
          </p>
          <button type="submit" className="button primary large">
            Open the secure card page
          </button>
        </form>
      </section>
    </div>
  );
}

const TrialId = () => <input type="hidden" name="trialId" />;
const NO_FAILURE = { toast: undefined, cause: undefined, fail: () => {}, clear: () => {} };
