import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { ID, INSTANT } from '../../platform/database/columns.ts';

/** The kept counts: how many sign-ups began on a civil day of the organization, and what became of them. */
@Entity('signup_counts')
export class SignupCount {
  /** -infinity in the rows with the sums of all days. */
  @PrimaryColumn('date') day: string;
  @PrimaryColumn('text') selectedPlan: string;
  @PrimaryColumn('text') churchSize: string;
  @Column('int') registered: number;
  @Column('int') verified: number;
  @Column('int') card: number;
  @Column('int') account: number;
  @Column('int') inTrial: number;
  @Column('int') paid: number;
  @Column('int') owing: number;
  @Column('int') endedUnpaid: number;
  @Column('int', { default: 0 }) signupPhoneVerification: number;
  @Column('int', { default: 0 }) signupBillingInformation: number;
  @Column('int', { default: 0 }) signupOpeningAccount: number;
  @Column('int', { default: 0 }) signupSuccess: number;
  @Column('int', { default: 0 }) signupAlreadyMember: number;
  @Column('int', { default: 0 }) signupCancelled: number;
  @Column('int', { default: 0 }) memberTrialing: number;
  @Column('int', { default: 0 }) memberActive: number;
  @Column('int', { default: 0 }) memberPastDue: number;
  @Column('int', { default: 0 }) memberUnpaid: number;
  @Column('int', { default: 0 }) memberCanceled: number;
  @Column('int', { default: 0 }) people: number;
  @Column('int', { default: 0 }) peopleVerified: number;
  @Column('int', { default: 0 }) contactedRegistered: number;
  @Column('int', { default: 0 }) contactedVerified: number;
  @Column('int', { default: 0 }) contactedCard: number;
  @Column('int', { default: 0 }) contactedAccount: number;
}

/** What one sign-up adds to the kept counts. */
@Entity('counted_signups')
@Index('counted_signups_email', ['emailHash'])
@Index('counted_signups_phone', ['phoneHash'])
export class CountedSignup {
  @PrimaryColumn(ID) id: number;
  @Column('date') day: string;
  @Column('text') selectedPlan: string;
  @Column('text') churchSize: string;
  @Column('smallint') registered: number;
  @Column('smallint') verified: number;
  @Column('smallint') card: number;
  @Column('smallint') account: number;
  @Column('smallint') inTrial: number;
  @Column('smallint') paid: number;
  @Column('smallint') owing: number;
  @Column('smallint') endedUnpaid: number;
  @Column('smallint', { default: 0 }) signupPhoneVerification: number;
  @Column('smallint', { default: 0 }) signupBillingInformation: number;
  @Column('smallint', { default: 0 }) signupOpeningAccount: number;
  @Column('smallint', { default: 0 }) signupSuccess: number;
  @Column('smallint', { default: 0 }) signupAlreadyMember: number;
  @Column('smallint', { default: 0 }) signupCancelled: number;
  @Column('smallint', { default: 0 }) memberTrialing: number;
  @Column('smallint', { default: 0 }) memberActive: number;
  @Column('smallint', { default: 0 }) memberPastDue: number;
  @Column('smallint', { default: 0 }) memberUnpaid: number;
  @Column('smallint', { default: 0 }) memberCanceled: number;
  /** 0 for a sign-up that repeats another one of the same person. */
  @Column('smallint', { default: 0 }) people: number;
  @Column('smallint', { default: 0 }) peopleVerified: number;
  @Column('smallint', { default: 0 }) contactedRegistered: number;
  @Column('smallint', { default: 0 }) contactedVerified: number;
  @Column('smallint', { default: 0 }) contactedCard: number;
  @Column('smallint', { default: 0 }) contactedAccount: number;
  /** Of the email, and of a proven phone: they find the other sign-ups of the person. */
  @Column({ ...ID, nullable: true }) emailHash: number | null;
  @Column({ ...ID, nullable: true }) phoneHash: number | null;
}

/** A change of a sign-up, its subscription or its payments that is not in the kept counts yet. Written by triggers. */
@Entity('changed_signups')
export class ChangedSignup {
  @PrimaryGeneratedColumn('identity', { ...ID, generatedIdentity: 'ALWAYS' }) id: number;
  @Column(ID) signupId: number;
}

/** How the counts in the tables were made; one row. */
@Entity('signup_counts_basis')
export class SignupCountsBasis {
  /** A hash of the zone and of the statement that counts. */
  @PrimaryColumn('text') basis: string;
  @Column('text') zone: string;
}

/** Paid invoices of a month of the organization, by plan. */
@Entity('billed_months')
export class BilledMonthRow {
  @PrimaryColumn('text') zone: string;
  @PrimaryColumn('date') month: string;
  @PrimaryColumn('text') plan: string;
  @Column('int') invoices: number;
  @Column(ID) cents: number;
}

/** A paid invoice that came, or one that went, and is not in the billed months yet. Written by triggers. */
@Entity('changed_payments')
export class ChangedPayment {
  @PrimaryGeneratedColumn('identity', { ...ID, generatedIdentity: 'ALWAYS' }) id: number;
  @Column(INSTANT) paidAt: Date;
  @Column('text') plan: string;
  /** 1 or -1. */
  @Column('smallint') invoices: number;
  @Column('int') cents: number;
}
