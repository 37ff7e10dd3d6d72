import { Check, Column, Entity, Index, JoinColumn, OneToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { ID, INSTANT } from '../platform/database/columns.ts';

/**
 * An account. It is reserved (`opening`) before the payment provider is called, so that of two sign-ups with the same
 * phone or email only one can ever be charged. It becomes `active` once its subscription exists.
 */
@Entity('users')
@Index('users_new_email_due', ['newEmailFrom'], { where: '"new_email_proven_at" IS NOT NULL' })
@Index('users_email_claimed', ['trialId'], { where: '"email_claimed_at" IS NOT NULL' })
@Index('users_email_refused', ['trialId'], { where: '"email_refused_at" IS NOT NULL' })
@Check('users_email_key', `"email_key" = lower("email")`)
@Check('users_status', `"status" IN ('opening','active','closed')`)
@Check('users_active', `"status" <> 'active' OR ("opened_at" IS NOT NULL AND "stripe_customer_id" IS NOT NULL)`)
export class User {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ ...ID, unique: true }) trialId: number;
  @OneToOne(() => Church)
  @JoinColumn()
  church: Relation<Church>;
  @Column('int') churchId: number;
  @Column('text') status: 'opening' | 'active' | 'closed';
  @Column('text') firstName: string;
  @Column('text') lastName: string;
  @Column('text') email: string;
  @Column('text', { unique: true }) emailKey: string;
  @Column('text', { unique: true }) phone: string;
  @Column('text') position: string;
  @Column('text') gender: string;
  @Column('date') birthdate: string;
  @Column('text', { nullable: true, unique: true }) stripeCustomerId: string | null;
  /** A corrected email that its owner has not confirmed yet, and when it was requested. */
  @Column('text', { nullable: true }) newEmail: string | null;
  @Column({ ...INSTANT, nullable: true }) newEmailAt: Date | null;
  /** When its mailed link proved the new mailbox. */
  @Column({ ...INSTANT, nullable: true }) newEmailProvenAt: Date | null;
  /** From when it counts, once it is proven: until then the owner of the old one can refuse it. */
  @Column({ ...INSTANT, nullable: true }) newEmailFrom: Date | null;
  /** When the owner of the present email refused a new one. */
  @Column({ ...INSTANT, nullable: true }) emailRefusedAt: Date | null;
  /** When the owner of the mailbox said that the account is not theirs; null again once the email is corrected. */
  @Column({ ...INSTANT, nullable: true }) emailClaimedAt: Date | null;
  /** The same for the phone. */
  @Column('text', { nullable: true }) newPhone: string | null;
  @Column({ ...INSTANT, nullable: true }) newPhoneAt: Date | null;
  /** A second address for receipts, when the member entered it, and when its owner confirmed it: nothing else goes there before. */
  @Column('text', { nullable: true }) receiptsEmail: string | null;
  @Column({ ...INSTANT, nullable: true }) receiptsEmailAt: Date | null;
  @Column({ ...INSTANT, nullable: true }) receiptsEmailProvenAt: Date | null;
  @Column(INSTANT) createdAt: Date;
  @Column({ ...INSTANT, nullable: true }) openedAt: Date | null;
}

/** The church of an account. */
@Entity('churches')
export class Church {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') name: string;
  @Column('text') ministryName: string;
  @Column('text') city: string;
  @Column('text') state: string;
  @Column('text') size: string;
  @Column('text') software: string;
  @Column(INSTANT) createdAt: Date;
}

/** What an erasure writes into an account. The type requires a new column here or among those that are kept. */
export const erasedUser = (
  placeholder: string,
): Omit<User, 'id' | 'trialId' | 'church' | 'churchId' | 'createdAt' | 'openedAt'> => ({
  status: 'closed',
  firstName: '',
  lastName: '',
  email: placeholder,
  emailKey: placeholder,
  phone: placeholder,
  position: '',
  gender: '',
  birthdate: '1900-01-01',
  stripeCustomerId: null,
  newEmail: null,
  newEmailAt: null,
  newEmailProvenAt: null,
  newEmailFrom: null,
  emailRefusedAt: null,
  emailClaimedAt: null,
  newPhone: null,
  newPhoneAt: null,
  receiptsEmail: null,
  receiptsEmailAt: null,
  receiptsEmailProvenAt: null,
});

/** The same for its church. */
export const ERASED_CHURCH: Omit<Church, 'id' | 'createdAt'> = {
  name: '',
  ministryName: '',
  city: '',
  state: '',
  size: '',
  software: '',
};
