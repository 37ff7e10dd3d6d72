import type { RequestState } from '@lampstand/contracts/back-office';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ID, INSTANT } from '../platform/database/columns.ts';

/** A request for a personal conversation before a trial. */
@Entity('trial_requests')
// A GIN index and one on an expression, created by their migrations.
@Index('trial_requests_search', { synchronize: false })
@Index('trial_requests_by_email', { synchronize: false })
@Index('trial_requests_phone', ['phone'])
@Index('trial_requests_newest', ['createdAt'])
@Index('trial_requests_staff_notified', ['staffNotifiedAt'])
@Check('trial_requests_state', `"state" IN ('new','answered','closed')`)
@Check('trial_requests_answered', `"state" = 'closed' OR ("state" = 'answered') = ("answered_at" IS NOT NULL)`)
@Check('trial_requests_closed', `("state" = 'closed') = ("closed_at" IS NOT NULL)`)
@Check('trial_requests_phone_digits', `"phone" ~ '^[0-9]{10}$'`)
export class TrialRequest {
  @PrimaryColumn(ID) id: number;
  @Column(INSTANT) createdAt: Date;
  @Column('text', { default: 'new' }) state: RequestState;
  /** The staff account that has taken it. */
  @Column('int', { nullable: true }) ownerId: number | null;
  /** The first answer, by mail or otherwise, and its staff account. */
  @Column({ ...INSTANT, nullable: true }) answeredAt: Date | null;
  @Column('int', { nullable: true }) answeredBy: number | null;
  @Column({ ...INSTANT, nullable: true }) closedAt: Date | null;

  /** When the mail to our team was due that names it. */
  @Column({ ...INSTANT, nullable: true }) staffNotifiedAt: Date | null;

  @Column('text') firstName: string;
  @Column('text') lastName: string;
  @Column('text') email: string;
  @Column('text') phone: string;
  @Column('text') churchName: string;
  @Column('text') churchCity: string;
  @Column('text') churchState: string;
  @Column('text') position: string;
  @Column('text') churchSize: string;
  @Column('text') yearsInMinistry: string;
  @Column('text') whyInterested: string;

  /** A request with a known key is a repeat. */
  @Column('text', { unique: true }) repeatKey: string;

  /** The transaction that saved it or changed its state last; set by a trigger. */
  @Column({ type: 'text', default: () => 'pg_current_xact_id()', insert: false, update: false }) changedTx: string;
}

/** An answer that staff wrote; `id` is the subject of the job that mails it. Deleted with its request. */
@Entity('trial_request_answers')
@Index('trial_request_answers_request', ['requestId'])
export class TrialRequestAnswer {
  @PrimaryColumn({ ...ID, primaryKeyConstraintName: 'trial_request_answers_id' }) id: number;
  @ManyToOne(() => TrialRequest, { onDelete: 'CASCADE' })
  @JoinColumn({ foreignKeyConstraintName: 'trial_request_answers_of_request' })
  request: Relation<TrialRequest>;
  @Column(ID) requestId: number;
  @Column('int') accountId: number;
  @Column('text') text: string;
  @Column(INSTANT) at: Date;
}
