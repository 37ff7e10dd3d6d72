import { Column, Entity, PrimaryColumn } from 'typeorm';
import { INSTANT } from '../../platform/database/columns.ts';

/** News from the payment provider, each claimed once by its id. It tells what to look up, never what is true. */
@Entity('stripe_events')
export class StripeEvent {
  @PrimaryColumn('text') id: string;
  @Column('text') type: string;
  @Column('text', { name: 'object_id' }) objectId: string;
  @Column({ ...INSTANT, name: 'received_at' }) receivedAt: Date;
}
