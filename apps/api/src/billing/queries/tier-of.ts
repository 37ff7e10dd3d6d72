import type { TierId } from '@lampstand/contracts';
import type { EntityManager } from 'typeorm';
import { Price } from '../domain/price.entity.ts';

/** The tier a price was made for, also one that is sold no more. Undefined for a price that is not ours. */
export async function tierOf(tx: EntityManager, priceId: string): Promise<TierId | undefined> {
  return (await tx.findOneBy(Price, { id: priceId }))?.tier;
}
