import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { ID, INSTANT } from '../platform/database/columns.ts';

/** A request for a personal conversation before a trial. */
@Entity('trial_requests')
@Check('trial_requests_phone_digits', `"phone" ~ '^[0-9]{10}$'`)
export class TrialRequest {
  @PrimaryColumn(ID) id: number;
  @Column({ ...INSTANT, name: 'created_at' }) createdAt: Date;

  @Column('text', { name: 'first_name' }) firstName: string;
  @Column('text', { name: 'last_name' }) lastName: string;
  @Column('text') email: string;
  @Column('text') phone: string;
  @Column('text', { name: 'church_name' }) churchName: string;
  @Column('text', { name: 'church_city' }) churchCity: string;
  @Column('text', { name: 'church_state' }) churchState: string;
  @Column('text') position: string;
  @Column('text', { name: 'church_size' }) churchSize: string;
  @Column('text', { name: 'years_in_ministry' }) yearsInMinistry: string;
  @Column('text', { name: 'why_interested' }) whyInterested: string;

  /** A request with a known key is a repeat. */
  @Column('text', { name: 'repeat_key', unique: true }) repeatKey: string;
}
