import type { AmbassadorState } from '@lampstand/workflows';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { ID, INSTANT } from '../../platform/database/columns.ts';

/**
 * One application to the ambassador program. Its `state` is the chart's; the workflow engine alone moves it, always with
 * a journal row. Whoever records a decision writes `decidedAt` in the same change.
 */
@Entity('ambassador_applications')
@Check('ambassador_applications_decided', `("state" IN ('approved','declined')) = ("decided_at" IS NOT NULL)`)
@Check('ambassador_applications_phone_digits', `"phone" ~ '^[0-9]{10}$'`)
export class AmbassadorApplication {
  @PrimaryColumn(ID) id: number;
  @Column('text') state: AmbassadorState;
  @Column('int', { name: 'journal_seq' }) journalSeq: number;
  @Column({ ...INSTANT, name: 'created_at' }) submittedAt: Date;
  @Column({ ...INSTANT, name: 'decided_at', nullable: true }) decidedAt: Date | null;

  @Column('text', { name: 'first_name' }) firstName: string;
  @Column('text', { name: 'last_name' }) lastName: string;
  @Column('text') email: string;
  @Column('text') phone: string;
  @Column('text') position: string;
  @Column('text', { name: 'church_name' }) churchName: string;
  @Column('text', { name: 'church_city' }) churchCity: string;
  @Column('text', { name: 'church_state' }) churchState: string;
  @Column('text', { name: 'church_size' }) churchSize: string;
  @Column('text', { name: 'years_in_ministry' }) yearsInMinistry: string;
  @Column('text', { name: 'why_interested' }) whyInterested: string;

  /** A repeated key is the same application. */
  @Column('text', { name: 'repeat_key', unique: true }) repeatKey: string;
}
