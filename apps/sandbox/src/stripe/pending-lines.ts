/** Credits and charges that wait for a subscription's next invoice. */
import type { World } from './world.ts';

export interface PendingLine {
  amount: number;
  description: string;
  price: string;
  product: string;
  start: number;
  end: number;
}

export function pendingLines(world: World, subscription: string): PendingLine[] {
  return (world.store.find('pendingLines', subscription)?.['lines'] as PendingLine[] | undefined) ?? [];
}
