import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { ID, INSTANT } from '../../platform/database/columns.ts';

/** A note of staff about a sign-up or an application. Deleted when the person is erased. */
@Entity('staff_notes')
@Index('staff_notes_subject', ['flow', 'subjectId'])
export class StaffNote {
  @PrimaryGeneratedColumn('identity', { ...ID, generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') flow: string;
  @Column(ID) subjectId: number;
  @Column('int') accountId: number;
  @Column('text') text: string;
  @Column({ ...INSTANT }) at: Date;
}
