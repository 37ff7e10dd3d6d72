import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { INSTANT } from '../../platform/database/columns.ts';

/** The church whose youth ministry an account serves. */
@Entity('churches')
export class Church {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') name: string;
  @Column('text', { name: 'ministry_name' }) ministryName: string;
  @Column('text') city: string;
  @Column('text') state: string;
  @Column('text') size: string;
  @Column('text') software: string;
  @Column({ ...INSTANT, name: 'created_at' }) createdAt: Date;
}
