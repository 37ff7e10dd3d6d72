import {
  CHECKOUT_MESSAGES,
  ERRORS,
  type TierId,
  TOASTS,
  trialId as trialIdRule,
  UNEXPECTED,
} from '@lampstand/contracts';
import { isStatus, reasonOf } from '../lib/api.ts';
import { useInitialParams } from '../lib/hydration.ts';
import { TRIAL } from '../lib/site.ts';
import { headOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { confirmPayment, createAccount, loadTrial } from '../trial/calls.ts';
import { laterStandingOf } from '../trial/member.tsx';
import { positionOf, resumePath } from '../trial/trial-session.ts';
import { elsewhere, type Outcome, type Problem, ReturnLayout, ReturnPage } from './return-page.tsx';

const page: Page = {
  path: '/trial-checkout-success',
  title: 'Checking Your Payment Method',
  description:
    'We’re checking with the payment provider that your card is stored, and then we open your account. Nothing is charged until the trial ends.',
  keywords: ['youth ministry free trial', 'payment setup', 'card check'],
  noindex: true,
};

export const handle: PageHandle = { page, hydrate: true, readsQuery: true, header: 'sign-up' };
export const meta = () => headOf(page);

/** Return address of `confirmSetup`, after the bank's own page. */
export default function TrialCheckoutSuccessPage() {
  return (
    <ReturnLayout parameter="trial_id" missing={MISSING}>
      <SetupReturn />
    </ReturnLayout>
  );
}

const MISSING: Problem = {
  kind: 'error',
  title: CHECKOUT_MESSAGES.trialMissing,
  message: CHECKOUT_MESSAGES.fallback,
  retry: TRIAL,
};

const PARAMS = ['trial_id', 'setup_intent', 'redirect_status'] as const;

function SetupReturn() {
  const {
    trial_id: trialId,
    setup_intent: setupIntentId,
    redirect_status: redirectStatus,
  } = useInitialParams(PARAMS, ['trial_id']);
  const id = trialIdRule.safeParse(trialId);
  return (
    <ReturnPage
      name={[trialId, setupIntentId, redirectStatus]}
      finish={id.success ? () => finishSetup({ trialId: id.data, setupIntentId, redirectStatus }) : undefined}
      missing={MISSING}
    />
  );
}

interface SetupParams {
  trialId: number;
  setupIntentId: string | undefined;
  redirectStatus: string | undefined;
}

const PAYMENT_ERROR = TOASTS.paymentError('').title;

/** The server checks the card with Stripe, then opens the account. */
async function finishSetup({ trialId, setupIntentId, redirectStatus }: SetupParams): Promise<Outcome> {
  const failed = (message: string, title = PAYMENT_ERROR): Outcome => ({
    kind: 'error',
    title,
    message,
    retry: resumePath(trialId),
  });
  if (redirectStatus === 'failed') return failed(ERRORS.cardNotConfirmed);
  try {
    const before = await loadTrial(trialId);
    // The address may be opened again much later.
    if (laterStandingOf(before)) return elsewhere(trialId);
    if (before.step === 'success') return { kind: 'success', trialId, existed: before.userExists === true };
    if (setupIntentId) await confirmPayment(trialId, setupIntentId);
    else if (!positionOf(before).paymentVerified) return failed(ERRORS.cardNotConfirmed);
    return await openAccount(trialId, before.selectedPlan, failed);
  } catch (error) {
    if (isStatus(error, 404)) return { ...MISSING, message: reasonOf(error) ?? MISSING.message };
    return failed(reasonOf(error) ?? UNEXPECTED);
  }
}

async function openAccount(
  trialId: number,
  plan: TierId,
  failed: (message: string, title: string) => Outcome,
): Promise<Outcome> {
  try {
    const outcome = await createAccount(trialId, plan);
    return { kind: 'success', trialId, existed: outcome === 'existed' };
  } catch (error) {
    if (isStatus(error, 200))
      return failed(error.body.error ?? TOASTS.creationFailed.description ?? '', TOASTS.creationFailed.title);
    if (isStatus(error, 400, 404, 409, 429)) throw error;
    // The sign-up's own page waits for the account, and says so.
    return elsewhere(trialId);
  }
}
