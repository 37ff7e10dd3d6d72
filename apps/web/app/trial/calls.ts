import {
  CONSENT_VERSION,
  type CodeSentAnswer,
  type CreateAccountAnswer,
  type ErrorBody,
  type SetupIntentAnswer,
  type TierId,
  type TrialSignupAnswer,
  type TrialSignupBody,
} from '@lampstand/contracts';
import { call, isStatus, post } from '../lib/api.ts';

/** API calls of the sign-up. */

type Done = { success: true };

/** Whether the phone has an account; a 409 with `userExists` counts as a yes. */
export async function userExists(phone: string): Promise<boolean> {
  try {
    return (await post<{ userExists: boolean }>('/api/check-user-exists', { phone })).userExists;
  } catch (error) {
    if (isStatus(error, 409) && error.body.userExists) return true;
    throw error;
  }
}

export const saveSignup = (body: TrialSignupBody, idempotencyKey: string) =>
  post<Done & { id: number }>('/api/trial-signup', body, { 'Idempotency-Key': idempotencyKey });

export const loadTrial = async (trialId: number) =>
  (await call<TrialSignupAnswer>('GET', `/api/trial-signup/${trialId}`)).trialSignup;

export const sendCode = (trialId: number, phone: string) =>
  post<CodeSentAnswer>('/api/verify-phone', { trialId, phone });

export const resendCode = (trialId: number) => post<CodeSentAnswer>('/api/resend-verification', { trialId });

export const verifyCode = (trialId: number, code: string) =>
  post<Done & { userExists?: true }>('/api/verify-code', { trialId, code });

export const correctEmail = (trialId: number, email: string) => post<Done>('/api/update-email', { trialId, email });

export const sendResumeLink = (trialId: number) => post<Done>('/api/send-resume-link', { trialId });

export const selectPlan = (trialId: number, selectedPlan: TierId) =>
  post<Done>('/api/update-selected-plan', { trialId, selectedPlan });

export const prepareCard = (trialId: number) =>
  post<SetupIntentAnswer>('/api/trial-setup-intent', { trialId, consentVersion: CONSENT_VERSION });

export const openCheckout = (trialId: number) =>
  post<Done & { url: string }>('/api/trial-checkout-session', { trialId });

export const confirmPayment = (trialId: number, setupIntentId: string) =>
  post<Done>('/api/update-payment-verified', { trialId, setupIntentId });

export const createAccount = (trialId: number, selectedPlan: TierId) =>
  post<CreateAccountAnswer>('/api/create-account', { trialId, selectedPlan });

export const completeCheckout = (sessionId: string) =>
  post<Partial<ErrorBody> & { success: boolean; userExists?: true }>('/api/trial-checkout-complete', { sessionId });
