import type { CodeChannel } from '@lampstand/contracts';
import type { TextDelivery } from '@lampstand/contracts/back-office';
import type { HealthCheck } from '../platform/health/health-check.ts';

/** The last text of a code. `delivery` is missing until the carrier reports a final status. */
export interface LastText {
  sentAt: Date;
  delivery?: TextDelivery;
}

export type SendResult = { outcome: 'sent'; providerId: string } | { outcome: 'unreachable' } | { outcome: 'tooMany' };

/** `gone`: the provider has no live code any more. */
export type CheckResult = 'right' | 'wrong' | 'gone' | 'tooMany';

/**
 * Verifies a phone by a code in a text or a call. Methods throw when the provider cannot be reached or its answer cannot be
 * trusted.
 */
export abstract class PhoneVerifier {
  /** `phone`: ten digits. While a code lives the provider sends the same code again, under the same id. */
  abstract send(phone: string, channel: CodeChannel): Promise<SendResult>;
  abstract check(providerId: string, code: string): Promise<CheckResult>;
  /** Whether the provider has already accepted the code of `providerId`; called after an answer was lost. */
  abstract wasApproved(providerId: string): Promise<boolean>;
  /** Undefined when the last code went out in a call, or nothing is known of it. */
  abstract lastText(providerId: string): Promise<LastText | undefined>;
  abstract cancel(providerId: string): Promise<void>;
  /** Checks the configuration at the provider. Changes nothing and never throws. */
  abstract checkHealth(): Promise<HealthCheck[]>;
}
