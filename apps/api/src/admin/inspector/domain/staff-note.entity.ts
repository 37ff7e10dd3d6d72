import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { ID, INSTANT } from '../../../platform/database/columns.ts';

/** What somebody of the team wrote about a sign-up or an application. It goes when the person is erased. */
@Entity('staff_notes')
@Index('staff_notes_subject', ['flow', 'subjectId'])
export class StaffNote {
  @PrimaryGeneratedColumn('identity', { ...ID, generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') flow: string;
  @Column({ ...ID, name: 'subject_id' }) subjectId: number;
  @Column('int', { name: 'account_id' }) accountId: number;
  @Column('text') text: string;
  @Column({ ...INSTANT }) at: Date;
}
