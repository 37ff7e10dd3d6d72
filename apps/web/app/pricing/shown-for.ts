import type { Plan } from '@lampstand/contracts';
import { MOST_PEOPLE } from './plan-answer.ts';

/** Attributes of a part that is shown for some numbers of people only; `live-answer.ts` reads them. */
export function shownFor(
  people: number | undefined,
  { range, maxActiveUsers }: Pick<Plan, 'range' | 'maxActiveUsers'>,
) {
  const from = Number.parseInt(range);
  const upTo = maxActiveUsers ?? MOST_PEOPLE;
  return { 'data-from': from, 'data-up-to': upTo, hidden: !people || people < from || people > upTo };
}
