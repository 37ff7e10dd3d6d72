import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { INSTANT } from '../../../platform/database/columns.ts';
import { StaffAccount } from './staff-account.entity.ts';

/** A browser that is signed in, known by the hash of the random token in its cookie. */
@Entity('staff_sessions')
@Index('staff_sessions_account', ['accountId'])
export class StaffSession {
  @PrimaryColumn('text', { name: 'token_hash' }) tokenHash: string;
  @ManyToOne(() => StaffAccount)
  @JoinColumn({ name: 'account_id' })
  account: Relation<StaffAccount>;
  @Column('int', { name: 'account_id' }) accountId: number;
  @Column({ ...INSTANT, name: 'created_at' }) createdAt: Date;
  @Column({ ...INSTANT, name: 'seen_at' }) seenAt: Date;
}
