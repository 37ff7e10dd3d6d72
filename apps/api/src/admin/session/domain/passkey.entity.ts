import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation, Unique } from 'typeorm';
import { ID, INSTANT } from '../../../platform/database/columns.ts';
import { StaffAccount } from './staff-account.entity.ts';

/** A key pair of a member of staff, of which we hold the public half: a device, a phone or a security key. */
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
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'staff_passkeys_of_account' })
  account: Relation<StaffAccount>;
  @Column('int', { name: 'account_id' }) accountId: number;
  /** Base64url; the authenticator chose it. */
  @Column('text', { name: 'credential_id' }) credentialId: string;
  /** COSE */
  @Column('bytea', { name: 'public_key' }) publicKey: Buffer;
  /** What the authenticator counted last; 0 for ever where it counts nothing. */
  @Column({ ...ID, name: 'sign_count' }) signCount: number;
  /** How a browser reaches it: internal, hybrid, usb and the like. */
  @Column('text', { array: true }) transports: string[];
  /** Its provider keeps a copy, so that it outlives the device. */
  @Column('boolean', { name: 'backed_up' }) backedUp: boolean;
  /** What its owner calls it. */
  @Column('text') name: string;
  @Column({ ...INSTANT, name: 'created_at' }) createdAt: Date;
  @Column({ ...INSTANT, name: 'last_used_at', nullable: true }) lastUsedAt: Date | null;
}
