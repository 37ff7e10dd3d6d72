import { CHECKOUT_MESSAGES as SAY, TOASTS } from '@lampstand/contracts';
import { ApiError, isStatus, reasonOf } from '../lib/api.ts';
import { completeCheckout } from '../trial/calls.ts';
import { type Outcome, TRIAL } from './outcome.ts';

const failed = (message: string): Outcome => ({
  kind: 'error',
  title: TOASTS.checkoutFailed(message).title,
  message,
  retry: TRIAL,
});

/** A hosted checkout comes back with its session: the server asks the provider and opens the account. */
export async function finishCheckout(sessionId: string | undefined): Promise<Outcome> {
  if (!sessionId) return failed(SAY.sessionMissing);
  try {
    const { success, error, userExists } = await completeCheckout(sessionId);
    return success ? { kind: 'success', existed: userExists === true } : failed(error ?? SAY.wentWrong);
  } catch (error) {
    // A session id that is none: the server's sentence speaks of fields, and there are none to mark.
    if (isStatus(error, 400)) return failed(SAY.wentWrong);
    return failed(reasonOf(error) ?? (error instanceof ApiError ? SAY.wentWrong : SAY.failed));
  }
}
