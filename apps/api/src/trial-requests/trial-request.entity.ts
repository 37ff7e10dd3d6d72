import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { ID, INSTANT } from '../platform/database/columns.ts';

/** A request for a personal conversation before a trial. */
@Entity('trial_requests')
@Check('trial_requests_phone_digits', `"phone" ~ '^[0-9]{10}$'`)
export class TrialRequest {
  @PrimaryColumn(ID) id: number;
  @Column(INSTANT) createdAt: Date;

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
}
