import { ERASED_DETAILS, type SignUpDetails, type StoredCard, type TierId } from '@lampstand/contracts';
import {
  hasTag,
  sqlStates,
  trialSignup,
  type TrialState,
  type TrialTag,
  type WirePosition,
  wirePositionOf,
} from '@lampstand/workflows';
import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { ID, IDS, INSTANT } from '../platform/database/columns.ts';

const PROVEN = `"state" IN (${sqlStates(trialSignup, 'phoneUnproven')}) OR "phone_verified_at" IS NOT NULL`;
const CARD =
  `"state" NOT IN (${sqlStates(trialSignup, 'cardStored')}) OR "erased_at" IS NOT NULL OR ` +
  `("card_saved_at" IS NOT NULL AND "trial_ends_at" IS NOT NULL AND "payment_method_id" IS NOT NULL)`;

/** One trial sign-up. Only the workflow engine changes `state`, always with a journal row. */
@Entity('trial_signups')
@Check('trial_signups_proven_phone', PROVEN)
@Check('trial_signups_stored_card', CARD)
@Check('trial_signups_phone_digits', `"phone" ~ '^[0-9]{10}$'`)
@Check('trial_signups_adult', `"birthdate" <= ("created_at" AT TIME ZONE 'UTC')::date - INTERVAL '17 years 364 days'`)
// What each index is for is said in the migration, which makes those that TypeORM cannot.
@Index('trial_signups_newest', ['createdAt', 'id'])
@Index('trial_signups_due', ['state', 'lastSeenAt'], { where: '"erased_at" IS NULL' })
@Index('trial_signups_waiting', ['id'], {
  where:
    '"card_check_at" IS NOT NULL OR "card_unknown_since" IS NOT NULL OR "erasure_requested_at" IS NOT NULL AND "erased_at" IS NULL',
})
@Index('trial_signups_search', { synchronize: false })
@Index('trial_signups_by_email', { synchronize: false })
@Index('trial_signups_by_name', { synchronize: false })
@Index('trial_signups_by_church', { synchronize: false })
@Index('trial_signups_opened', { synchronize: false })
@Index('trial_signups_phone', ['phone'])
@Index('trial_signups_browser_keys', { synchronize: false })
@Unique('trial_signups_repeat', ['idempotencyKey', 'idempotencyBrowser'])
export class TrialSignup implements SignUpDetails {
  /** Random, not a sequence: it names the sign-up in addresses, logs and files, and opens nothing that is personal. */
  @PrimaryColumn(ID) id: number;
  @Column('text') state: TrialState;
  @Column('int') journalSeq: number;
  @Column(INSTANT) createdAt: Date;
  @Column(INSTANT) lastSeenAt: Date;

  @Column('text') firstName: string;
  @Column('text') lastName: string;
  @Column('text') email: string;
  @Column('text') phone: string;
  @Column('text') churchName: string;
  @Column('text') ministryName: string;
  @Column('text') churchCity: string;
  @Column('text') churchState: string;
  @Column('text') position: string;
  @Column('text') churchSize: string;
  @Column('text') howHeardAbout: string;
  @Column('text') churchSoftware: string;
  @Column('text') gender: string;
  @Column('date') birthdate: string;
  @Column('text') message: string;

  /** Identifies a repeat of the save together with `idempotencyBrowser`. */
  @Column('text', { nullable: true }) idempotencyKey: string | null;
  /** Hash of the cookie that came with the key, or of none. */
  @Column('text', { nullable: true }) idempotencyBrowser: string | null;
  /** `fingerprintOf` what was saved. */
  @Column('text', { nullable: true }) idempotencyBody: string | null;
  /** SHA-256 of the keys of the known browsers, which read and change what was typed. */
  @Column('text', { array: true, default: () => `'{}'` }) browserKeys: string[];
  @Column({ ...INSTANT, nullable: true }) phoneVerifiedAt: Date | null;
  /** When the link that we mailed to this email was used; null after a correction. */
  @Column({ ...INSTANT, nullable: true }) emailProvenAt: Date | null;
  /** The number of the last reminder that was sent or skipped, from 1 on. */
  @Column('int', { default: 0 }) reminders: number;
  @Column({ ...INSTANT, nullable: true }) remindersStoppedAt: Date | null;
  @Column({ ...ID, nullable: true }) supersededBy: number | null;
  /**
   * Whether reports count it. Decided once, so that an erasure changes no report: false when a later sign-up of the person
   * replaces it, true when its retention ends or it is erased. Until then it is null and counts.
   */
  @Column('boolean', { nullable: true }) countsAsPerson: boolean | null;
  /** The place of the answer to "How did you hear about us?" in `SOURCES`; null without one. */
  @Column('smallint', { nullable: true }) heardFrom: number | null;
  /** When staff last contacted the person. */
  @Column({ ...INSTANT, nullable: true }) contactedAt: Date | null;

  @Column('text') selectedPlan: TierId;
  @Column('text', { nullable: true, unique: true }) stripeCustomerId: string | null;
  @Column('text', { nullable: true, unique: true }) setupIntentId: string | null;
  @Column('int', { default: 0 }) setupIntentAttempt: number;
  /** Incremented when the payment provider failed; part of every idempotency key. */
  @Column('int', { default: 0 }) providerAttempt: number;
  @Column({ ...INSTANT, nullable: true }) setupIntentAt: Date | null;
  /** The latest hosted checkout, and when a sweep next asks whether it or the setup intent stored a card. */
  @Column('text', { nullable: true }) checkoutSessionId: string | null;
  @Column({ ...INSTANT, nullable: true }) cardCheckAt: Date | null;
  /** Since when the checks of the card fail, so that a card may be stored that is not recorded. */
  @Column({ ...INSTANT, nullable: true }) cardUnknownSince: Date | null;
  /** The consent under which the card was stored; null for a client that sent none. */
  @Column('int', { nullable: true }) consentId: number | null;

  @Column('text', { nullable: true }) paymentMethodId: string | null;
  @Column('jsonb', { nullable: true }) card: StoredCard | null;
  /** The payment provider's fingerprint of the card, which shows one card used for several trials. */
  @Column('text', { nullable: true }) cardFingerprint: string | null;
  @Column({ ...INSTANT, nullable: true }) cardSavedAt: Date | null;
  /** Why the last declined card was, and the last refused invoice, with whether that is paid; written by triggers. */
  @Column({ type: 'text', nullable: true, insert: false, update: false }) cardDeclinedWith: string | null;
  @Column({ type: 'text', nullable: true, insert: false, update: false }) invoiceDeclinedWith: string | null;
  @Column({ type: 'boolean', nullable: true, insert: false, update: false }) declinedInvoicePaid: boolean | null;
  /** 30 days after the card was stored; fixed before the subscription is created. */
  @Column({ ...INSTANT, nullable: true }) trialEndsAt: Date | null;
  @Column({ ...INSTANT, nullable: true }) openingAt: Date | null;

  /** A privacy request was made, by this staff account; it can be undone until the erasure begins. */
  @Column({ ...INSTANT, nullable: true }) erasureRequestedAt: Date | null;
  @Column('int', { nullable: true }) erasureRequestedBy: number | null;
  /** The ids of the other records that the erasure takes: those chosen with the request, and once it has begun all of them. */
  @Column({ ...IDS, default: () => `'{}'` }) erasureRecords: number[];
  /** The erasure has begun: no query finds the sign-up any more, and in the end only `KEPT_COLUMNS` are left. */
  @Column({ ...INSTANT, nullable: true }) erasedAt: Date | null;

  /** Marks it as replaced by a later sign-up of the person; null takes that back. */
  supersede(by: number | null): void {
    this.supersededBy = by;
    if (!this.countsAsPerson) this.countsAsPerson = by === null ? null : false;
  }

  /** The next card needs a new form, and a new idempotency key: under the old one the provider would replay its answer. */
  forgetCardSetup(): void {
    Object.assign(this, { setupIntentId: null, setupIntentAt: null, checkoutSessionId: null, cardCheckAt: null });
    this.providerAttempt += 1;
  }

  /** Whether the chart's state carries `tag`. */
  is(tag: TrialTag): boolean {
    return hasTag(trialSignup, this.state, tag);
  }

  get wire(): WirePosition {
    return wirePositionOf(this.state);
  }

  get phoneVerified(): boolean {
    return this.phoneVerifiedAt !== null;
  }
}

/**
 * The columns an erasure keeps: states, dates and what reports count, which identify no one. The state of the church stays, too,
 * if many sign-ups have it.
 */
// oxfmt-ignore
export const KEPT_COLUMNS = [
  'id', 'state', 'journalSeq', 'createdAt', 'lastSeenAt', 'phoneVerifiedAt', 'emailProvenAt', 'contactedAt', 'supersededBy',
  'countsAsPerson', 'heardFrom', 'position', 'churchSize',
  'reminders', 'remindersStoppedAt', 'selectedPlan', 'consentId', 'providerAttempt',
  'setupIntentAttempt', 'setupIntentAt', 'cardCheckAt', 'cardUnknownSince', 'cardSavedAt', 'cardDeclinedWith',
  'invoiceDeclinedWith', 'declinedInvoicePaid', 'trialEndsAt', 'openingAt', 'erasureRequestedAt', 'erasureRequestedBy', 'erasedAt',
] as const satisfies (keyof TrialSignup)[];
type Kept = (typeof KEPT_COLUMNS)[number] | 'is' | 'wire' | 'phoneVerified' | 'supersede' | 'forgetCardSetup';

/** What an erasure writes into every other column. The type requires a new column in one of the two. */
export const ERASED_COLUMNS: Omit<TrialSignup, Kept> = {
  ...ERASED_DETAILS,
  idempotencyKey: null,
  idempotencyBrowser: null,
  idempotencyBody: null,
  browserKeys: [],
  erasureRecords: [],
  card: null,
  cardFingerprint: null,
  stripeCustomerId: null,
  setupIntentId: null,
  checkoutSessionId: null,
  paymentMethodId: null,
};
