import type { TierId } from '@lampstand/contracts';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * What the payment provider sells a tier for; made from the catalogue when the server starts. A changed amount makes a new
 * price: the old one stays for whoever subscribed to it, and is not sold any more.
 */
@Entity('prices')
@Index('prices_sold', ['tier'], { unique: true, where: 'sold' })
export class Price {
  @PrimaryColumn('text') id: string;
  @Column('text') tier: TierId;
  @Column('text', { name: 'product_id' }) productId: string;
  @Column('int', { name: 'amount_in_cents' }) amountInCents: number;
  @Column('boolean') sold: boolean;
}
