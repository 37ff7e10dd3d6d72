import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One product per tier at the payment provider. */
@Entity('products')
export class Product {
  @PrimaryColumn('text') id: string;
  @Column('text') name: string;
}
