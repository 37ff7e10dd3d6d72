/** API calls of the sign-up, the queries of its card step, and Stripe.js. */
import {
  type CodeChannel,
  type CodeSentAnswer,
  type ErrorBody,
  type LinkSentAnswer,
  type PublicConfig,
  type SetupIntentAnswer,
  type TrialConsentBody,
  type TierId,
  type TrialSignupAnswer,
  type TrialSignupBody,
  type UpdateDetailsBody,
} from '@lampstand/contracts';
import { loadStripe } from '@stripe/stripe-js/pure';
import { queryOptions } from '@tanstack/react-query';
import { call, type Done, flagsOf, isDone, isStatus, post, send } from '../lib/api.ts';
import { whenConnected } from '../lib/connection.ts';
import { queryClient } from '../lib/query-client.ts';

/**
 * Whether the phone has an account; a 409 with `userExists` counts as a yes. Once the look-ups of a network or of all are used up,
 * the answer is no: saving refuses a member, too.
 */
export async function userExists(phone: string): Promise<boolean> {
  try {
    const answer = await call<UserExistsAnswer>('POST', '/api/check-user-exists', { phone }, {}, isUserExists);
    return answer.userExists;
  } catch (error) {
    if (flagsOf(error).userExists) return true;
    if (isStatus(error, 429)) return false;
    throw error;
  }
}

type UserExistsAnswer = { userExists: boolean } & Pick<ErrorBody, 'databaseError'>;
const isUserExists = ({ userExists: exists, databaseError }: Partial<UserExistsAnswer>) =>
  exists !== undefined && !databaseError;

const LOOK_UP_WITHIN_MS = 10_000;

/** Whether the phone is known now to have an account: no answer is a no, since the submit asks again. */
export const isKnownToExist = (phone: string): Promise<boolean> =>
  send('POST', '/api/check-user-exists', { body: { phone }, signal: AbortSignal.timeout(LOOK_UP_WITHIN_MS) })
    .then(async (answer) => ((await answer.json()) as Partial<UserExistsAnswer>).userExists === true)
    .catch((error: unknown) => flagsOf(error).userExists === true);

export const saveSignup = (body: TrialSignupBody, idempotencyKey: string) =>
  call<{ id: number }>(
    'POST',
    '/api/trial-signup',
    body,
    { 'Idempotency-Key': idempotencyKey },
    ({ id }) => id !== undefined,
  );

export const loadTrial = async (trialId: number) =>
  (await call<TrialSignupAnswer>('GET', `/api/trial-signup/${trialId}`, undefined, {}, isDone)).trialSignup;

export const sendCode = (trialId: number, phone: string) =>
  post<CodeSentAnswer>('/api/verify-phone', { trialId, phone });

/** `work`: the solution of the challenge with which this was refused. */
export const resendCode = (trialId: number, channel: CodeChannel, work?: string) =>
  post<CodeSentAnswer>('/api/resend-verification', { trialId, channel, work });

export const verifyCode = (trialId: number, code: string) =>
  post<Done & { userExists?: true }>(
    '/api/verify-code',
    { trialId, code },
    // Repeated after a lost answer, it is the same try.
    { 'Idempotency-Key': crypto.randomUUID() },
  );

/** A code to the proven phone, for `proveBrowser`. */
export const sendBrowserCode = (trialId: number) => post<CodeSentAnswer>('/api/send-browser-code', { trialId });

/** Makes this browser known, by the proof of a mailed link or by the texted code. */
export const proveBrowser = (by: { trialId: number } & ({ proof: string } | { code: string })) =>
  // Repeated after a lost answer, it is the same try.
  post('/api/prove-browser', by, { 'Idempotency-Key': crypto.randomUUID() });

export const correctDetails = (body: UpdateDetailsBody) => post('/api/update-details', body);

export const correctEmail = (trialId: number, email: string) => post('/api/update-email', { trialId, email });

export const sendResumeLink = (trialId: number) => post<LinkSentAnswer>('/api/send-resume-link', { trialId });

export const selectPlan = (trialId: number, selectedPlan: TierId) =>
  post('/api/update-selected-plan', { trialId, selectedPlan });

const prepareCard = (trialId: number) =>
  post<SetupIntentAnswer>(
    '/api/trial-setup-intent',
    { trialId },
    {},
    (answer) => isDone(answer) && ('clientSecret' in answer || 'card' in answer),
  );

/** The press of the button, before the card is confirmed. */
export const agreeToCharges = (press: TrialConsentBody) => post('/api/trial-consent', press);

export const openCheckout = (trialId: number) =>
  post<Done & { url: string }>('/api/trial-checkout-session', { trialId });

export const confirmPayment = (trialId: number, setupIntentId: string) =>
  post('/api/update-payment-verified', { trialId, setupIntentId });

/** Opens the account; `existed` when there was one before. */
export async function createAccount(trialId: number, selectedPlan: TierId): Promise<'opened' | 'existed'> {
  try {
    await post('/api/create-account', { trialId, selectedPlan });
    return 'opened';
  } catch (error) {
    if (flagsOf(error).userExists) return 'existed';
    throw error;
  }
}

/** The answer names the sign-up, whose details the page then shows. */
export const completeCheckout = (sessionId: string) =>
  post<Done & { trialId?: number }>('/api/trial-checkout-complete', { sessionId });

/** The setup intent for the card form, or the card that is already stored. */
export const cardQuery = (trialId: number) =>
  queryOptions({ queryKey: ['trial-setup-intent', trialId], queryFn: () => prepareCard(trialId) });

export const forgetCard = (trialId: number) => queryClient.removeQueries(cardQuery(trialId));

/** Stripe's client. With the sandbox, its script is loaded first, so that the official loader finds `window.Stripe`. */
export const stripeQuery = (config: PublicConfig | undefined) =>
  queryOptions({
    queryKey: ['stripe', config?.stripePublishableKey],
    queryFn: () => whenConnected(() => getStripe(config as PublicConfig), isScriptMissing),
    enabled: config !== undefined,
    structuralSharing: false,
  });

/** Ours and the official loader's errors alike: a script fails without a reason. */
const isScriptMissing = (error: unknown) => error instanceof Error;

async function getStripe({ stripePublishableKey, stripeJsUrl }: PublicConfig) {
  if (stripeJsUrl && !('Stripe' in window)) await addScript(stripeJsUrl);
  const stripe = await loadStripe(stripePublishableKey);
  if (!stripe) throw new Error('Stripe needs a browser');
  return stripe;
}

const addScript = (src: string) =>
  new Promise<void>((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, async: true });
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(`Could not load ${src}`));
    };
    document.head.append(script);
  });
