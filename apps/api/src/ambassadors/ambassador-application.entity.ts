import { ambassadorApplication, type AmbassadorState, sqlStates } from '@lampstand/workflows';
import type { Decision } from '@lampstand/contracts/back-office';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { ID, INSTANT } from '../platform/database/columns.ts';

/**
 * One application to the ambassador program. Only the workflow engine changes `state`, always with a journal row. A
 * change that records a decision also sets `decidedAt`.
 */
@Entity('ambassador_applications')
@Check(
  'ambassador_applications_decided',
  `("state" IN (${sqlStates(ambassadorApplication, 'decided')})) = ("decided_at" IS NOT NULL)`,
)
@Check('ambassador_applications_pending', `("pending_decision" IS NULL) = ("pending_until" IS NULL)`)
// A GIN index and one on an expression, created by their migrations.
@Index('ambassador_applications_search', { synchronize: false })
@Index('ambassador_applications_by_email', { synchronize: false })
@Index('ambassador_applications_phone', ['phone'])
@Index('ambassador_applications_newest', ['submittedAt'])
@Index('ambassador_applications_pending_decisions', ['pendingUntil'], { where: '"pending_until" IS NOT NULL' })
@Check('ambassador_applications_phone_digits', `"phone" ~ '^[0-9]{10}$'`)
export class AmbassadorApplication {
  @PrimaryColumn(ID) id: number;
  @Column('text') state: AmbassadorState;
  @Column('int') journalSeq: number;
  @Column({ ...INSTANT, name: 'created_at' }) submittedAt: Date;
  @Column({ ...INSTANT, nullable: true }) decidedAt: Date | null;
  /** A decision that can still be undone, until `pendingUntil`; then a sweep records it. */
  @Column('text', { nullable: true }) pendingDecision: Decision | null;
  @Column({ ...INSTANT, nullable: true }) pendingUntil: Date | null;
  /** The staff account that took the decision, pending or recorded. */
  @Column('int', { nullable: true }) decidedBy: number | null;
  /** What the reviewer wrote in place of the words of the decision's mail; empty for the words of the template. */
  @Column('text', { default: '' }) decisionWords: string;

  @Column('text') firstName: string;
  @Column('text') lastName: string;
  @Column('text') email: string;
  @Column('text') phone: string;
  @Column('text') position: string;
  @Column('text') churchName: string;
  @Column('text') churchCity: string;
  @Column('text') churchState: string;
  @Column('text') churchSize: string;
  @Column('text') yearsInMinistry: string;
  @Column('text') whyInterested: string;

  /** A request with a known key is a repeat of that application. */
  @Column('text', { unique: true }) repeatKey: string;
}
