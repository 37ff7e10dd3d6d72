/** A page about one object, at the address that Stripe's dashboard has for it. */
import type { FastifyInstance } from 'fastify';
import type { Store } from '../store.ts';
import { htmlWith, page, text } from './html.ts';

const TABLES: Record<string, string> = {
  customers: 'customers',
  setup_intents: 'setupIntents',
  subscriptions: 'subscriptions',
  invoices: 'invoices',
};

export function dashboardPages(app: FastifyInstance, store: Store): void {
  app.get<{ Params: { kind: string; id: string } }>('/dashboard/:kind/:id', ({ params: { kind, id } }, reply) => {
    const object = TABLES[kind] && store.find(TABLES[kind], id);
    if (!object) return htmlWith(reply.code(404), sheet('No such object', id));
    return htmlWith(reply, sheet(id, JSON.stringify(object, undefined, 2)));
  });
}

const sheet = (title: string, words: string) =>
  page({
    title,
    bodyClass: 'page',
    body: `<main class="sheet"><span class="badge">SANDBOX</span><h1>${text(title)}</h1><pre>${text(words)}</pre></main>`,
  });
