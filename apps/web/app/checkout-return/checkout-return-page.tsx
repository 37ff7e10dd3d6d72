import { CHECKOUT_MESSAGES, TOASTS } from '@lampstand/contracts';
import { ApiError } from '../lib/api.ts';
import { useInitialParams } from '../lib/hydration.ts';
import { TRIAL } from '../lib/site.ts';
import { headOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { completeCheckout } from '../trial/calls.ts';
import { elsewhere, type Outcome, type Problem, ReturnLayout, ReturnPage } from './return-page.tsx';

const page: Page = {
  path: '/trial/success',
  title: 'Finishing Your Trial',
  description:
    'We’re activating your free trial and opening your account. Your payment method is stored securely and nothing is charged until the trial ends.',
  keywords: ['youth ministry free trial', 'account activation', 'payment method stored'],
  noindex: true,
};

export const handle: PageHandle = { page, hydrate: true, readsQuery: true, header: 'sign-up' };
export const meta = () => headOf(page);

/** Return address of Stripe's hosted checkout. */
export default function TrialSuccessPage() {
  return (
    <ReturnLayout parameter="session_id" missing={MISSING}>
      <CheckoutReturn />
    </ReturnLayout>
  );
}

function CheckoutReturn() {
  const { session_id: sessionId } = useInitialParams(['session_id']);
  return (
    <ReturnPage name={[sessionId]} finish={sessionId ? () => finishCheckout(sessionId) : undefined} missing={MISSING} />
  );
}

/** The server checks the session with Stripe, opens the account, and names the sign-up. */
async function finishCheckout(sessionId: string): Promise<Outcome> {
  try {
    const { trialId } = await completeCheckout(sessionId);
    return { kind: 'success', trialId };
  } catch (error) {
    if (!(error instanceof ApiError)) return failed(CHECKOUT_MESSAGES.failed);
    const { error: reason, fields, trialId } = error.body;
    // The card is stored, and the account is still being opened.
    if (error.status === 503 && trialId) return elsewhere(trialId);
    // Of a malformed session id the server's message is about form fields, which this page does not have.
    return failed((!fields && reason) || CHECKOUT_MESSAGES.wentWrong);
  }
}

const failed = (message: string): Problem => ({
  kind: 'error',
  title: TOASTS.checkoutFailed(message).title,
  message,
  retry: TRIAL,
});

const MISSING = failed(CHECKOUT_MESSAGES.sessionMissing);
