import type { HealthCheck } from '../../doctor/health-check.ts';

/** What became of asking for a code. */
export type Sent = { outcome: 'sent'; providerId: string } | { outcome: 'unreachable' } | { outcome: 'tooMany' };

/** What became of trying a code. `gone`: the provider knows no live code any more. */
export type Checked = 'right' | 'wrong' | 'gone' | 'tooMany';

/** Proves that a phone is someone's, by a code over SMS. Throws when the provider cannot be reached or trusted. */
export abstract class PhoneVerifier {
  /** `phone`: ten digits. Inside the life of a code the provider repeats the same code under the same id. */
  abstract send(phone: string): Promise<Sent>;
  abstract check(providerId: string, code: string): Promise<Checked>;
  /** Whether the provider has already accepted the code of `providerId`: asked after an answer was lost. */
  abstract wasApproved(providerId: string): Promise<boolean>;
  /** Ends a code that is no longer wanted. */
  abstract drop(providerId: string): Promise<void>;
  /** Looks whether the provider's side is as this version needs it. Changes nothing and never throws. */
  abstract examine(): Promise<HealthCheck[]>;
}
