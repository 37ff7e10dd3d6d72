import {
  Check,
  Column,
  Entity,
  type EntityManager,
  Index,
  IsNull,
  MoreThan,
  Not,
  PrimaryGeneratedColumn,
} from 'typeorm';
import type { TextDelivery } from '@lampstand/contracts/back-office';
import { minutesAfter, secondsAfter } from '../platform/clock/instants.ts';
import { ID, INSTANT } from '../platform/database/columns.ts';
import { CODE_RULES } from '../platform/limits/limits.ts';

/**
 * The code of a phone, for one of the sign-ups with this phone. The provider has one live code per phone, so the rows of a phone
 * that live share its id, its sendings and its tries.
 */
@Entity('phone_verifications')
@Index('phone_verifications_subject', ['trialId', 'startedAt'])
@Index('phone_verifications_provider', ['providerId'])
@Index('phone_verifications_phone', ['phone'])
@Index('phone_verifications_delivery_due', ['deliveryDueAt'], { where: '"delivery_due_at" IS NOT NULL' })
@Check('phone_verifications_tries', `"tries" BETWEEN 0 AND 5`)
export class PhoneVerification {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ ...ID, name: 'subject_id' }) trialId: number;
  @Column('text') phone: string;
  @Column('text', { nullable: true }) providerId: string | null;
  @Column('text') status: 'live' | 'approved' | 'dropped';
  /** Whose budget of a day the last text used (`code-lanes.ts`). */
  @Column('text') lane: 'proven' | 'worked' | 'unproven';
  @Column('int') sends: number;
  @Column('int') tries: number;
  /** The provider checked a code, and its answer was lost. */
  @Column('boolean') answerLost: boolean;
  /** Hash of Idempotency-Key and code of the last wrong try. */
  @Column('text', { nullable: true }) lastTry: string | null;
  /** The delivery status of the last text; null until the carrier reports one. */
  @Column('text', { nullable: true }) delivery: TextDelivery | null;
  /** When to ask Twilio for it. */
  @Column({ ...INSTANT, nullable: true }) deliveryDueAt: Date | null;
  @Column(INSTANT) startedAt: Date;
  @Column(INSTANT) resendAt: Date;
  @Column(INSTANT) expiresAt: Date;
}

/** The provider answers within eight seconds. Without its answer after that, the server stopped, and the text may never have been sent. */
const SENDING_SECONDS = 10;

/** The codes of a phone that can still be entered, one for each sign-up that asked for it; the newest first. */
export const findLiveCodes = (tx: EntityManager, phone: string, now: Date): Promise<PhoneVerification[]> =>
  tx.find(PhoneVerification, {
    where: [{ providerId: Not(IsNull()) }, { startedAt: MoreThan(secondsAfter(now, -SENDING_SECONDS)) }].map(
      (sent) => ({ phone, status: 'live', expiresAt: MoreThan(now), ...sent }),
    ),
    order: { startedAt: 'DESC', id: 'DESC' },
  });

/** The code that can still be entered for this sign-up and phone, or null. */
export const findLiveCode = async (
  tx: EntityManager,
  trialId: number,
  phone: string,
  now: Date,
): Promise<PhoneVerification | null> =>
  (await findLiveCodes(tx, phone, now)).find((code) => code.trialId === trialId) ?? null;

/** When the next code may be sent after `sends` sendings, the last of them at `at`. */
export function resendAt(at: Date, sends: number): Date {
  const [first, ...longer] = CODE_RULES.cooldownSeconds;
  return secondsAfter(at, longer.slice(0, sends - 1).at(-1) ?? first);
}

/** When a code that expires at `end` was first sent. */
export const sentAt = (end: Date): Date => minutesAfter(end, -CODE_RULES.lifeMinutes);

/** When a code expires that was first sent at `startedAt`. */
export const expiresAt = (startedAt: Date): Date => minutesAfter(startedAt, CODE_RULES.lifeMinutes);
