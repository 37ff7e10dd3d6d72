/** Stripe's lists: newest first, `starting_after` / `ending_before`, ten unless told otherwise. */
import type { Resource } from '../store/store.ts';
import type { Listing } from './call.ts';
import { invalid, unknownReference } from './errors.ts';
import type { Params } from './form.ts';

export function listed(
  url: string,
  newestFirst: Iterable<Resource>,
  params: Params,
  keep: (item: Resource) => boolean,
): Listing {
  const limit = params['limit'] === undefined ? 10 : Number(params['limit']);
  if (!(limit >= 1 && limit <= 100)) throw invalid('This value must be between 1 and 100 (inclusive).', 'limit');
  const cursor = (params['starting_after'] ?? params['ending_before']) as string | undefined;
  const matching = cursor ? around(newestFirst, params, keep) : firstOf(newestFirst, keep, limit + 1);
  if (!params['ending_before'])
    return { object: 'list', data: matching.slice(0, limit), has_more: matching.length > limit, url };
  return { object: 'list', data: matching.slice(-limit), has_more: matching.length > limit, url };
}

export function inRange(value: number, range: unknown): boolean {
  if (range === undefined) return true;
  if (typeof range !== 'object') return value === Number(range);
  const { gt, gte, lt, lte } = range as Record<string, number | undefined>;
  return (
    (gt === undefined || value > gt) &&
    (gte === undefined || value >= gte) &&
    (lt === undefined || value < lt) &&
    (lte === undefined || value <= lte)
  );
}

export const sameOrAny = (wanted: unknown, value: unknown) => wanted === undefined || wanted === value;

function firstOf(items: Iterable<Resource>, keep: (item: Resource) => boolean, count: number): Resource[] {
  const found: Resource[] = [];
  for (const item of items) {
    if (keep(item) && found.push(item) === count) break;
  }
  return found;
}

function around(items: Iterable<Resource>, params: Params, keep: (item: Resource) => boolean): Resource[] {
  const all = [...items];
  const [name, cursor] = params['starting_after']
    ? ['starting_after', params['starting_after']]
    : ['ending_before', params['ending_before']];
  const at = all.findIndex(({ id }) => id === cursor);
  if (at < 0) throw unknownReference('object', cursor as string, name);
  return (name === 'starting_after' ? all.slice(at + 1) : all.slice(0, at)).filter(keep);
}
