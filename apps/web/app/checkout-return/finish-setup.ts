import { CHECKOUT_MESSAGES as SAY, ERRORS, TOASTS, trialId as trialIdRule, UNEXPECTED } from '@lampstand/contracts';
import { isStatus, reasonOf } from '../lib/api.ts';
import { confirmPayment, createAccount, loadTrial } from '../trial/calls.ts';
import { resumePath } from '../trial/resume-link.ts';
import { positionOf } from '../trial/trial-query.ts';
import { type Outcome, TRIAL } from './outcome.ts';

/** What Stripe's return address says. */
export interface SetupReturn {
  trialId: string | undefined;
  setupIntentId: string | undefined;
  redirectStatus: string | undefined;
}

const PAYMENT_ERROR = TOASTS.paymentError('').title;

/** A bank's page comes back here: the server checks the card, then opens the account. */
export async function finishSetup({ trialId: told, setupIntentId, redirectStatus }: SetupReturn): Promise<Outcome> {
  const id = trialIdRule.safeParse(told);
  if (!id.success) return { kind: 'error', title: SAY.trialMissing, message: SAY.trialMissing, retry: TRIAL };
  const trialId = id.data;
  const failed = (message: string, title = PAYMENT_ERROR): Outcome => ({
    kind: 'error',
    title,
    message,
    retry: resumePath(trialId),
  });
  if (redirectStatus === 'failed') return failed(ERRORS.cardNotConfirmed);
  try {
    const before = await loadTrial(trialId);
    const { firstName, selectedPlan } = before;
    if (before.step === 'success') return { kind: 'success', firstName, existed: before.userExists === true };
    if (setupIntentId) await confirmPayment(trialId, setupIntentId);
    else if (!positionOf(before).paymentVerified) return failed(ERRORS.cardNotConfirmed);
    return await openAccount(trialId, selectedPlan, firstName, failed);
  } catch (error) {
    return failed(reasonOf(error) ?? UNEXPECTED, isStatus(error, 404) ? SAY.heading : PAYMENT_ERROR);
  }
}

async function openAccount(
  trialId: number,
  plan: Parameters<typeof createAccount>[1],
  firstName: string,
  failed: (message: string, title: string) => Outcome,
): Promise<Outcome> {
  try {
    const answer = await createAccount(trialId, plan);
    if (answer.success) return { kind: 'success', firstName };
    if ('userExists' in answer) return { kind: 'success', firstName, existed: true };
    return failed(answer.error, TOASTS.creationFailed.title);
  } catch (error) {
    if (isStatus(error, 400, 404, 409, 429)) throw error;
    return { kind: 'success', firstName, notice: ERRORS.openingPending };
  }
}
