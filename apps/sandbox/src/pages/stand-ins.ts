/** Placeholder pages for the addresses outside the product that it links to, and a receiver of its outbound webhooks. */
import type { FastifyInstance } from 'fastify';
import { newId, type Store } from '../store.ts';
import type { StripeAccount } from '../stripe/account.ts';
import { htmlWith, page, text } from './html.ts';

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

const TABLES: Record<string, string> = {
  customers: 'customers',
  setup_intents: 'setupIntents',
  subscriptions: 'subscriptions',
  invoices: 'invoices',
};

/** A page about one object, at the address that Stripe's dashboard has for it. */
export function dashboardPages(app: FastifyInstance, store: Store): void {
  app.get<{ Params: { kind: string; id: string } }>('/dashboard/:kind/:id', ({ params: { kind, id } }, reply) => {
    const object = TABLES[kind] && store.find(TABLES[kind], id);
    if (!object) return htmlWith(reply.code(404), sheet('No such object', id, 'pre'));
    return htmlWith(reply, sheet(id, JSON.stringify(object, undefined, 2), 'pre'));
  });
}

const sheet = (title: string, words: string, tag: 'p' | 'pre' = 'p') =>
  page({
    title,
    bodyClass: 'page',
    body: `<main class="sheet"><span class="badge">SANDBOX</span><h1>${text(title)}</h1><${tag}>${text(words)}</${tag}></main>`,
  });

/** A PDF of one page with a few lines of ASCII text. */
function pdfOf(lines: string[]): Buffer {
  const escaped = lines.map((line) => line.replace(/[()\\]/g, '\\$&'));
  const content = `BT /F1 16 Tf 72 740 Td 26 TL ${escaped.map((line) => `(${line}) Tj T*`).join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  );
}
