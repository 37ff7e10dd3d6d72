import { ERRORS } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { AppError } from '../../platform/errors.ts';
import { ProviderWatch } from '../../platform/health/provider-watch.ts';
import { causeOf, log } from '../../platform/logging.ts';
import { PaymentRefused, PriceUnavailable } from '../payment-gateway.ts';

/** Calls of the payment provider inside a request about a subscription. */
@Injectable()
export class CallProvider {
  constructor(private readonly watch: ProviderWatch) {}

  /** Throws a 409 when the subscription has ended or the plan is not for sale, a 503 when the provider is away. */
  execute<T>(subscriptionId: number, work: () => Promise<T>): Promise<T> {
    return this.watch.run('plan', subscriptionId, async () => {
      try {
        return await work();
      } catch (error) {
        if (error instanceof AppError) throw error;
        if (error instanceof PaymentRefused) throw new AppError('conflict', ERRORS.planOver);
        if (error instanceof PriceUnavailable) throw new AppError('conflict', ERRORS.planUnavailable);
        log.warn(causeOf(error), 'the plan could not be changed');
        throw new AppError('unavailable', ERRORS.paymentAway);
      }
    });
  }
}
