import type { Role } from '@lampstand/contracts/back-office';
import { Check, Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { INSTANT } from '../../../platform/database/columns.ts';

/** Somebody who works here. Accounts are disabled and never deleted, because the audit names them. */
@Entity('staff_accounts')
@Check('staff_accounts_email', `"email" = lower("email")`)
@Check('staff_accounts_role', `"role" IN ('administrator','support')`)
export class StaffAccount {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text', { unique: true }) email: string;
  @Column('text') role: Role;
  /** argon2id */
  @Column('text', { name: 'password_hash' }) passwordHash: string;
  /** Base32; null as long as no authenticator app is asked for. */
  @Column('text', { name: 'totp_secret', nullable: true }) totpSecret: string | null;
  /** The period of the code that was used last: none is taken twice. */
  @Column('int', { name: 'totp_period', default: 0 }) totpPeriod: number;
  /** Counts added and removed passkeys: a sign-in that began before the last change is refused. */
  @Column('int', { name: 'passkey_changes', default: 0 }) passkeyChanges: number;
  @Column({ ...INSTANT, name: 'created_at' }) createdAt: Date;
  @Column({ ...INSTANT, name: 'disabled_at', nullable: true }) disabledAt: Date | null;
}
