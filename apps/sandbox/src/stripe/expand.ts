/** Replaces ids by the objects they name, along the paths the caller asked for. */
import type { Resource, Store } from '../store/store.ts';
import { invalid } from './errors.ts';

const TABLE_OF: Record<string, string> = {
  cus: 'customers',
  seti: 'setupIntents',
  pm: 'paymentMethods',
  price: 'prices',
  prod: 'products',
  sub: 'subscriptions',
  in: 'invoices',
  cs: 'checkoutSessions',
};
const DEPTH_ALLOWED = 4;

export function expanded(store: Store, answer: unknown, paths: string[] | undefined): unknown {
  if (!paths?.length) return answer;
  const copy = structuredClone(answer);
  for (const path of paths) {
    const steps = path.split('.');
    if (steps.length > DEPTH_ALLOWED) throw invalid('You cannot expand more than 4 levels of a property', 'expand');
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
  if (!(step in target)) return false;
  const value: unknown = target[step];
  if (typeof value === 'string') {
    const found = lookUp(store, value);
    if (!found) return false;
    target[step] = structuredClone(found);
  }
  const next = target[step] as Resource | null;
  return next === null || rest.length === 0 || walk(store, next, rest);
}

function lookUp(store: Store, id: string): Resource | undefined {
  const table = TABLE_OF[id.split('_', 1)[0] ?? ''] ?? 'products';
  return store.find(table, id);
}
