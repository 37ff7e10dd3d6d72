import type { TierId } from '@lampstand/contracts';
import { type EntityManager, In } from 'typeorm';
import { Price } from '../domain/price.entity.ts';

/** By price, the tier it was made for, also one that is sold no more; a price that is not ours is not among them. */
export async function tiersOf(tx: EntityManager, priceIds: string[]): Promise<Map<string, TierId>> {
  const prices = await tx.findBy(Price, { id: In(priceIds) });
  return new Map(prices.map(({ id, tier }) => [id, tier]));
}
