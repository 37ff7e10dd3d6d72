import { TOASTS } from '@lampstand/contracts';
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  useActionData,
} from 'react-router-dom';
import { TextField } from '../components/field.tsx';
import { Notice } from '../components/notice.tsx';
import { formOf, refuse, useRefusedForm } from '../lib/posted-form.ts';
import { formHeadOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { servicesContext } from '../server/context.ts';
import { loadStep, PlainStep, TrialId, useLoadedTrial } from './plain-step.tsx';

const page: Page = {
  path: '/trial/code',
  title: 'Confirm Your Phone',
  description:
    'Step two of the free trial without JavaScript: type the code from the text message to confirm your phone, or ask for another code to be sent.',
  keywords: ['youth ministry free trial', 'phone confirmation', 'verification code'],
  noindex: true,
};

export const handle: PageHandle = { page, readsQuery: true, header: 'sign-up' };
export const meta: MetaFunction<typeof loader> = ({ loaderData }) => formHeadOf(page, loaderData);

export const loader = (args: LoaderFunctionArgs) => loadStep('phone-verification', args);

/** Checks the code, or sends another one. */
export async function action({ request, context }: ActionFunctionArgs) {
  const typed = await formOf(request);
  const services = context.get(servicesContext);
  if (typed['another']) {
    const { value, refusal } = await services.sendCode(typed);
    return refusal ? refuse(context, typed, refusal) : { typed, sent: value.sent };
  }
  const { value, refusal } = await services.verifyPhone(typed);
  return refusal
    ? refuse(context, typed, refusal)
    : redirect(`/trial/card?trialId=${value.trialId}&plan=${value.selectedPlan}`, 303);
}

/** Step two without scripts. */
export default function CodePage() {
  const trial = useLoadedTrial();
  const sent = useActionData<{ sent?: boolean }>()?.sent;
  const refused = useRefusedForm();
  const { error, fields } = refused?.error ?? {};
  const isUnsent = trial && !('code' in trial && trial.code) && sent === undefined;
  return (
    <PlainStep
      step="phone-verification"
      title="Confirm your phone"
      intro={
        isUnsent
          ? 'No code is valid at the moment. Press “Send another code”, and we text you a six-digit code.'
          : 'We texted a six-digit code to your phone.'
      }
    >
      {sent !== undefined && (
        <div role="status" className="wide">
          <Notice tone="good">{(sent ? TOASTS.codeResent : TOASTS.codeStillValid).title}</Notice>
        </div>
      )}
      <form className="stack wide" method="post" noValidate>
        <TrialId />
        <TextField
          name="code"
          label="Verification code"
          inputMode="numeric"
          autoComplete="one-time-code"
          hint="It can take a minute to arrive."
          error={fields?.['code'] ?? (refused?.error.reason ? error : undefined)}
        />
        <button type="submit" className="button primary large">
          Confirm phone
        </button>
      </form>
      <form className="wide" method="post">
        <TrialId />
        <input type="hidden" name="another" value="yes" />
        <button type="submit" className="button second">
          Send another code
        </button>
      </form>
    </PlainStep>
  );
}
