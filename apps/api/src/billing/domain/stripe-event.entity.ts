import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { INSTANT } from '../../platform/database/columns.ts';

/** News from the payment provider, each claimed once by its id. It tells what to look up, never what is true. */
@Entity('stripe_events')
@Index('stripe_events_received', ['receivedAt'])
export class StripeEvent {
  @PrimaryColumn('text') id: string;
  @Column('text') type: string;
  @Column('text', { name: 'object_id' }) objectId: string;
  /** By the provider's clock: how late the news came is what the health strip shows. */
  @Column({ ...INSTANT, name: 'created_at', nullable: true }) createdAt: Date | null;
  @Column({ ...INSTANT, name: 'received_at' }) receivedAt: Date;
}
