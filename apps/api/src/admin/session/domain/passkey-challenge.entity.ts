import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { INSTANT } from '../../../platform/database/columns.ts';
import { StaffAccount } from './staff-account.entity.ts';

/** To sign in, or to add a passkey. */
export type PasskeyPurpose = 'sign-in' | 'adding';

/** What a passkey has to sign, once, for one account and one purpose. */
@Entity('staff_passkey_challenges')
@Check('staff_passkey_challenges_purpose', `"purpose" IN ('sign-in','adding')`)
export class PasskeyChallenge {
  @PrimaryColumn('text', { name: 'challenge_hash', primaryKeyConstraintName: 'staff_passkey_challenges_hash' })
  challengeHash: string;
  @ManyToOne(() => StaffAccount)
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'staff_passkey_challenges_of_account' })
  account: Relation<StaffAccount>;
  @Column('int', { name: 'account_id' }) accountId: number;
  @Column('text') purpose: PasskeyPurpose;
  @Column({ ...INSTANT, name: 'expires_at' }) expiresAt: Date;
}
