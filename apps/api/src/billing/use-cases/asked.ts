import { ERRORS } from '@lampstand/contracts';
import { AppError } from '../../platform/http/errors.ts';
import { causeOf, log } from '../../platform/logging.ts';
import { PaymentRefused } from '../ports/payment-gateway.ts';

/** Runs a call to the provider for somebody who waits: a 409 when the subscription is over, a 503 when the provider is away. */
export async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof PaymentRefused) throw new AppError(409, ERRORS.planOver);
    log.warn(causeOf(error), 'the plan could not be changed');
    throw new AppError(503, ERRORS.paymentAway);
  }
}
