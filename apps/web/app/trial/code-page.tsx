import { TextField } from '../components/field.tsx';
import { appPages } from '../seo/app-pages.ts';
import { headOf } from '../seo/head.ts';
import '../components/notice.css';
import '../components/result-page.css';

export const handle = { hydrate: appPages.trialCode.hydrate };
export const meta = () => headOf(appPages.trialCode);

/** Step two without scripts. Never hydrated: the server fills in the id of the sign-up (`site/form-pages.ts`). */
export default function CodePage() {
  return (
    <div className="stage narrow">
      <section className="stage-main stack">
        <h1>Confirm your phone</h1>
        <p className="lede quiet">We texted a six-digit code to your phone.</p>
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
    </div>
  );
}

export const TrialId = () => <input type="hidden" name="trialId" />;
