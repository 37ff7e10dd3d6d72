import { Check, Column, Entity, JoinColumn, OneToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { ID, INSTANT } from '../platform/database/columns.ts';

/**
 * An account. It is reserved (`opening`) before the payment provider is called, so that of two sign-ups with the same
 * phone or e-mail only one can ever be charged. It becomes `active` once its subscription exists.
 */
@Entity('users')
@Check('users_email_key', `"email_key" = lower("email")`)
@Check('users_status', `"status" IN ('opening','active','closed')`)
@Check('users_active', `"status" <> 'active' OR ("opened_at" IS NOT NULL AND "stripe_customer_id" IS NOT NULL)`)
export class User {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ ...ID, name: 'trial_id', unique: true }) trialId: number;
  @OneToOne(() => Church)
  @JoinColumn({ name: 'church_id' })
  church: Relation<Church>;
  @Column('int', { name: 'church_id' }) churchId: number;
  @Column('text') status: 'opening' | 'active' | 'closed';
  @Column('text', { name: 'first_name' }) firstName: string;
  @Column('text', { name: 'last_name' }) lastName: string;
  @Column('text') email: string;
  @Column('text', { name: 'email_key', unique: true }) emailKey: string;
  @Column('text', { unique: true }) phone: string;
  @Column('text') position: string;
  @Column('text') gender: string;
  @Column('date') birthdate: string;
  @Column('text', { name: 'stripe_customer_id', nullable: true, unique: true }) stripeCustomerId: string | null;
  @Column({ ...INSTANT, name: 'created_at' }) createdAt: Date;
  @Column({ ...INSTANT, name: 'opened_at', nullable: true }) openedAt: Date | null;
}

/** The church of an account. */
@Entity('churches')
export class Church {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') name: string;
  @Column('text', { name: 'ministry_name' }) ministryName: string;
  @Column('text') city: string;
  @Column('text') state: string;
  @Column('text') size: string;
  @Column('text') software: string;
  @Column({ ...INSTANT, name: 'created_at' }) createdAt: Date;
}
