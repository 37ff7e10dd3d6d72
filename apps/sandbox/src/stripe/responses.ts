/** Pagination, list filters and expansion of responses. */
import type { Resource, Store } from '../store.ts';
import { invalid, type Listing, type Params, unknownReference } from './call.ts';

/** One page, newest first, by `limit` (10 by default) and the cursors `starting_after` and `ending_before`. */
export function paginate(
  url: string,
  newestFirst: Iterable<Resource>,
  params: Params,
  keep: (item: Resource) => boolean,
): Listing {
  const limit = params['limit'] === undefined ? 10 : Number(params['limit']);
  if (!(limit >= 1 && limit <= 100)) throw invalid('This value must be between 1 and 100 (inclusive).', 'limit');
  const cursor = (params['starting_after'] ?? params['ending_before']) as string | undefined;
  const matching = cursor ? fromCursor(newestFirst, params, keep) : takeMatching(newestFirst, keep, limit + 1);
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

export const matchesFilter = (wanted: unknown, value: unknown) => wanted === undefined || wanted === value;

function takeMatching(items: Iterable<Resource>, keep: (item: Resource) => boolean, count: number): Resource[] {
  const found: Resource[] = [];
  for (const item of items) {
    if (keep(item) && found.push(item) === count) break;
  }
  return found;
}

function fromCursor(items: Iterable<Resource>, params: Params, keep: (item: Resource) => boolean): Resource[] {
  const all = [...items];
  const [name, cursor] = params['starting_after']
    ? ['starting_after', params['starting_after']]
    : ['ending_before', params['ending_before']];
  const at = all.findIndex(({ id }) => id === cursor);
  if (at < 0) throw unknownReference('object', cursor as string, name);
  return (name === 'starting_after' ? all.slice(at + 1) : all.slice(0, at)).filter(keep);
}

const TABLE_OF: Record<string, string> = {
  cus: 'customers',
  seti: 'setupIntents',
  pm: 'paymentMethods',
  price: 'prices',
  prod: 'products',
  sub: 'subscriptions',
  in: 'invoices',
  pi: 'paymentIntents',
  ch: 'charges',
  du: 'disputes',
  cs: 'checkoutSessions',
  di: 'discounts',
  coupon: 'coupons',
};
const MAX_DEPTH = 4;

/** Replaces ids by their objects along the paths of `expand[]`. */
export function expand(store: Store, response: unknown, paths: string[] | undefined): unknown {
  if (!paths?.length) return response;
  const copy = structuredClone(response);
  for (const path of paths) {
    const steps = path.split('.');
    if (steps.length > MAX_DEPTH) throw invalid('You cannot expand more than 4 levels of a property', 'expand');
    if (!walk(store, copy as Resource, steps)) {
      throw invalid(`This property cannot be expanded (${path}).`, 'expand');
    }
  }
  return copy;
}

function walk(store: Store, target: Resource, steps: string[]): boolean {
  const [step, ...rest] = steps;
  if (step === undefined) return true;
  if (Array.isArray(target)) return target.every((item) => walk(store, item as Resource, steps));
  if (target['object'] === 'invoice' && step === 'payments') target[step] = paymentsOf(store, target.id);
  if (!(step in target)) return false;
  const found = [target[step]].flat().map((each: unknown) => (typeof each === 'string' ? lookUp(store, each) : each));
  if (found.includes(undefined)) return false;
  target[step] = structuredClone(Array.isArray(target[step]) ? found : found[0]);
  const next = target[step] as Resource | null;
  return next === null || rest.length === 0 || walk(store, next, rest);
}

/** The payments of an invoice are part of it only where they are asked for. */
function paymentsOf(store: Store, invoice: string): Listing {
  const payment = store.find('invoicePayments', invoice)?.['payment'] as Resource | undefined;
  const url = `/v1/invoice_payments?invoice=${invoice}`;
  return { object: 'list', data: payment ? [payment] : [], has_more: false, url };
}

function lookUp(store: Store, id: string): Resource | undefined {
  const table = TABLE_OF[id.split('_', 1)[0] ?? ''] ?? 'products';
  return store.find(table, id);
}
