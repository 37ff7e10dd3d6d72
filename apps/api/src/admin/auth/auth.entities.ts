import type { Role } from '@lampstand/contracts/back-office';
import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
  Unique,
} from 'typeorm';
import { ID, INSTANT } from '../../platform/database/columns.ts';

/** A member of staff. Accounts are disabled and never deleted, because the audit log references them. */
@Entity('staff_accounts')
@Unique('staff_accounts_name', ['name'])
@Check('staff_accounts_email', `"email" = lower("email")`)
@Check('staff_accounts_role', `"role" IN ('administrator','support')`)
export class StaffAccount {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text', { unique: true }) email: string;
  /** Shown to colleagues and in the audit. */
  @Column('text') name: string;
  @Column('text') role: Role;
  /** argon2id */
  @Column('text') passwordHash: string;
  /** Encrypted (`AuthenticatorSecrets`); null without an authenticator app. */
  @Column('bytea', { nullable: true }) totpSecret: Buffer | null;
  /** The period of the last accepted code; codes of it or of earlier periods are refused. */
  @Column('int', { default: 0 }) totpPeriod: number;
  /** Incremented by every change of the account; a sign-in that began before it and a link mailed before it are refused. */
  @Column('int', { default: 0 }) version: number;
  @Column(INSTANT) createdAt: Date;
  /** Null once its owner has set a password. */
  @Column({ ...INSTANT, nullable: true }) invitedAt: Date | null;
  @Column({ ...INSTANT, nullable: true }) disabledAt: Date | null;
}

/** A signed-in browser, identified by the hash of the random token in its cookie. */
@Entity('staff_sessions')
@Index('staff_sessions_account', ['accountId'])
export class StaffSession {
  @PrimaryColumn('text') tokenHash: string;
  @ManyToOne(() => StaffAccount)
  @JoinColumn()
  account: Relation<StaffAccount>;
  @Column('int') accountId: number;
  @Column(INSTANT) createdAt: Date;
  @Column(INSTANT) seenAt: Date;
}

/** The public key of a passkey: a device, a phone or a security key. */
@Entity('staff_passkeys')
@Unique('staff_passkeys_credential', ['credentialId'])
@Index('staff_passkeys_account', ['accountId'])
export class StaffPasskey {
  @PrimaryGeneratedColumn('identity', {
    ...ID,
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'staff_passkeys_id',
  })
  id: number;
  @ManyToOne(() => StaffAccount)
  @JoinColumn({ foreignKeyConstraintName: 'staff_passkeys_of_account' })
  account: Relation<StaffAccount>;
  @Column('int') accountId: number;
  /** Base64url, chosen by the authenticator. */
  @Column('text') credentialId: string;
  /** COSE */
  @Column('bytea') publicKey: Buffer;
  /** The authenticator's last counter; always 0 if it has none. */
  @Column(ID) signCount: number;
  /** How a browser reaches it: internal, hybrid, usb and the like. */
  @Column('text', { array: true }) transports: string[];
  /** Whether its provider keeps a copy. */
  @Column('boolean') backedUp: boolean;
  /** The owner's name for it. */
  @Column('text') name: string;
  @Column(INSTANT) createdAt: Date;
  @Column({ ...INSTANT, nullable: true }) lastUsedAt: Date | null;
}

export type PasskeyPurpose = 'sign-in' | 'adding';

/** A challenge that a passkey signs once, for one account and one purpose. */
@Entity('staff_passkey_challenges')
@Check('staff_passkey_challenges_purpose', `"purpose" IN ('sign-in','adding')`)
export class PasskeyChallenge {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'staff_passkey_challenges_hash' })
  challengeHash: string;
  @ManyToOne(() => StaffAccount)
  @JoinColumn({ foreignKeyConstraintName: 'staff_passkey_challenges_of_account' })
  account: Relation<StaffAccount>;
  @Column('int') accountId: number;
  @Column('text') purpose: PasskeyPurpose;
  @Column(INSTANT) expiresAt: Date;
}

/** A browser that entered the password of the database page. */
@Entity('database_unlocks')
export class DatabaseUnlock {
  @PrimaryColumn('text') tokenHash: string;
  @Column(INSTANT) expiresAt: Date;
}

/** Something staff did or tried. Append-only: a trigger refuses every other change. */
@Entity('audit_log')
@Index('audit_log_newest', ['at', 'id'])
@Index('audit_log_subject', ['subject'])
@Index('audit_log_account', ['accountId'])
export class AuditEntry {
  @PrimaryGeneratedColumn('identity', { ...ID, generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ ...INSTANT }) at: Date;
  @ManyToOne(() => StaffAccount, { nullable: true })
  @JoinColumn()
  account: Relation<StaffAccount> | null;
  /** Null for an unknown visitor, and for a command on the server. */
  @Column('int', { nullable: true }) accountId: number | null;
  @Column('text') action: string;
  /** Such as `trial:123`. */
  @Column('text', { nullable: true }) subject: string | null;
  /** Ids, counts and codes, never personal data. */
  @Column('jsonb', { default: () => `'{}'` }) detail: Record<string, string | number | boolean | null>;
  @Column('inet', { nullable: true }) address: string | null;
  @Column('text') requestId: string;
}
