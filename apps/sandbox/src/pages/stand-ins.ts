/** Placeholder pages for the addresses outside the product that it links to, and a receiver of its outbound webhooks. */
import type { FastifyInstance } from 'fastify';
import { newId } from '../store.ts';
import type { StripeAccount } from '../stripe/account.ts';
import { htmlWith, page, text } from './html.ts';
import { pdfOf } from './pdf.ts';

const PLACES: Record<string, [title: string, words: string]> = {
  dashboard: ['Your dashboard', 'A leader would now see groups, students and their reflections.'],
  'app-store': ['App Store', 'The listing of the app for iPhone and iPad would open here.'],
  'play-store': ['Google Play', 'The listing of the app for Android would open here.'],
};

export function standInPages(app: FastifyInstance, account: StripeAccount): void {
  app.get<{ Params: { place: string } }>('/standin/:place', ({ params }, reply) => {
    const [title, words] = PLACES[params.place] ?? ['Nothing here', 'The sandbox has no such stand-in.'];
    return htmlWith(reply.code(PLACES[params.place] ? 200 : 404), sheet(title, words));
  });
  app.get<{ Params: { id: string } }>('/standin/invoices/:id', ({ params }, reply) => {
    const invoice = account.store.find('invoices', params.id);
    if (!invoice) return htmlWith(reply.code(404), sheet('No such invoice', 'The sandbox does not know this invoice.'));
    const amount = `$${(invoice['total'] / 100).toFixed(2)}`;
    return htmlWith(
      reply,
      sheet(`Invoice ${invoice['number']}`, `${invoice['customer_email'] ?? ''}: ${amount}, ${invoice['status']}.`),
    );
  });
  app.get<{ Params: { id: string } }>('/standin/invoices/:id/pdf', ({ params }, reply) => {
    const invoice = account.store.find('invoices', params.id);
    if (!invoice) return htmlWith(reply.code(404), sheet('No such invoice', 'The sandbox does not know this invoice.'));
    const { number, total, status } = invoice;
    const lines = ['SANDBOX', `Invoice ${number}`, `Amount: $${(total / 100).toFixed(2)}`, `Status: ${status}`];
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="Invoice-${number}.pdf"`)
      .send(pdfOf(lines));
  });
  app.post('/standin/webhooks', ({ headers, body }, reply) => {
    const id = (headers['webhook-id'] as string | undefined) ?? newId('msg');
    const known = account.store.find('announcements', id);
    const deliveries = ((known?.['deliveries'] as number | undefined) ?? 0) + 1;
    const signed = { timestamp: headers['webhook-timestamp'] ?? null, signature: headers['webhook-signature'] ?? null };
    account.store.put('announcements', {
      id,
      ...signed,
      body,
      deliveries,
      at: known?.['at'] ?? account.clock.date().toISOString(),
    });
    account.store.commit();
    return reply.code(204).send();
  });
}

const sheet = (title: string, words: string) =>
  page({
    title,
    bodyClass: 'page',
    body: `<main class="sheet"><span class="badge">SANDBOX</span><h1>${text(title)}</h1><p>${text(words)}</p></main>`,
  });
