import type { Store } from '../store/store.ts';

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

export const ledgerOf = (store: Store) => Object.fromEntries(Object.entries(TABLES).map(([name, table]) => [name, [...store.newestFirst(table)]]));

export const sumsOf = (store: Store) => Object.fromEntries(Object.entries(TABLES).map(([name, table]) => [name, store.count(table)]));
