import type { Resource, Store } from '../store.ts';
import type { StripeAccount } from './account.ts';

/** The account with a store that keeps what is written to itself. */
export function scratchOf(account: StripeAccount): StripeAccount {
  const written = new Map<string, Resource | undefined>();
  const store: Pick<Store, 'find' | 'put' | 'delete'> = {
    find: (table, id) => {
      const key = `${table} ${id}`;
      if (!written.has(key)) written.set(key, structuredClone(account.store.find(table, id)));
      return written.get(key);
    },
    put: (table, object) => void written.set(`${table} ${object.id}`, object),
    delete: (table, id) => void written.set(`${table} ${id}`, undefined),
  };
  return Object.assign(Object.create(account) as StripeAccount, { store, emit: () => {} });
}
