import type { Resource, Store } from '../store/store.ts';

const TABLES = {
  customers: 'customers',
  setupIntents: 'setupIntents',
  paymentMethods: 'paymentMethods',
  products: 'products',
  prices: 'prices',
  subscriptions: 'subscriptions',
  invoices: 'invoices',
  checkoutSessions: 'checkoutSessions',
  events: 'events',
  webhookEndpoints: 'webhookEndpoints',
  webhookDeliveries: 'webhookDeliveries',
  verifications: 'verifications',
  sms: 'sms',
  mails: 'mails',
  announcements: 'announcements',
};

export function ledgerOf(store: Store, limit = Infinity): Record<string, Resource[]> {
  return Object.fromEntries(
    Object.entries(TABLES).map(([name, table]) => [name, latest(store.newestFirst(table), limit)]),
  );
}

function latest(rows: Iterable<Resource>, limit: number): Resource[] {
  const taken: Resource[] = [];
  for (const row of rows) {
    if (taken.length >= limit) break;
    taken.push(row);
  }
  return taken;
}

export const sumsOf = (store: Store) =>
  Object.fromEntries(Object.entries(TABLES).map(([name, table]) => [name, store.count(table)]));
