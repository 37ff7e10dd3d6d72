import type { TierId } from '@lampstand/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What the payment provider sells a tier for; made from the catalogue when the server starts. */
@Entity('prices')
export class Price {
  @PrimaryColumn('text') id: string;
  @Column('text', { unique: true }) tier: TierId;
  @Column('text', { name: 'product_id' }) productId: string;
  @Column('int', { name: 'amount_in_cents' }) amountInCents: number;
}
