/** The pages Stripe hosts: Checkout in setup mode, and the Billing Portal's page for replacing a card. */
import type { FastifyInstance } from 'fastify';
import type { Resource } from '../store.ts';
import type { StripeAccount } from '../stripe/account.ts';
import { openPortalSession } from '../stripe/billing-portal.ts';
import { CARD_FIELDS, htmlWith, page, text } from './html.ts';

export function checkoutPages(app: FastifyInstance, account: StripeAccount): void {
  app.get<{ Params: { id: string }; Querystring: { redirect_status?: string } }>(
    '/checkout/:id',
    ({ params, query }, reply) => {
      const session = account.store.find('checkoutSessions', params.id);
      if (session?.['status'] === 'complete')
        return reply.redirect(String(session['success_url']).replaceAll('{CHECKOUT_SESSION_ID}', session.id), 303);
      if (session?.['status'] !== 'open') return htmlWith(reply.code(session ? 410 : 404), CHECKOUT_CLOSED);
      const intent = account.store.find('setupIntents', session['setup_intent'] as string)!;
      return htmlWith(reply, checkoutPage(account, session, intent, query.redirect_status === 'failed'));
    },
  );
}

const CHECKOUT_CLOSED = page({
  title: 'Checkout',
  bodyClass: 'page',
  body: '<main class="sheet"><span class="badge">SANDBOX</span><h1>This checkout is closed</h1><p>The link has expired or was never valid. Ask for a new one.</p></main>',
});

function checkoutPage(account: StripeAccount, session: Resource, intent: Resource, failed: boolean): string {
  const email = account.store.find('customers', session['customer'] as string)?.['email'] as string | undefined;
  const back = session['cancel_url'] ? `<a class="button" href="${text(session['cancel_url'])}">Back</a>` : '';
  const body = `<main class="sheet"><span class="badge">SANDBOX</span>
<h1>Save your card</h1>
<p>${email ? `For ${text(email)}. ` : ''}Nothing is charged today.</p>
<form novalidate data-client-secret="${text(intent['client_secret'])}" data-return-url="${text(`${account.url}/checkout/${session.id}`)}">
<div class="card-form">${CARD_FIELDS}</div>
<p class="error" id="notice" role="alert">${failed ? 'Your bank did not confirm this card. Please try another one.' : ''}</p>
<div class="actions"><button class="main" type="submit">Save card</button>${back}</div>
</form></main>`;
  return page({ title: 'Checkout', body, bodyClass: 'page', script: '/browser/checkout.js' });
}

export function portalPages(app: FastifyInstance, account: StripeAccount): void {
  app.get<{ Params: { id: string }; Querystring: { redirect_status?: string } }>(
    '/portal/:id',
    ({ params, query }, reply) => {
      const session = openPortalSession(account, params.id);
      if (!session) return htmlWith(reply.code(410), PORTAL_CLOSED);
      if (session['done']) return reply.redirect(String(session['onward']), 303);
      return htmlWith(reply, portalPage(account, session, query.redirect_status === 'failed'));
    },
  );
}

const PORTAL_CLOSED = page({
  title: 'Billing portal',
  bodyClass: 'page',
  body: '<main class="sheet"><span class="badge">SANDBOX</span><h1>This page is closed</h1><p>The link has expired or was never valid. Go back to your plan and ask for a new one.</p></main>',
});

function portalPage(account: StripeAccount, session: Resource, failed: boolean): string {
  const intent = account.store.find('setupIntents', session['setup_intent'] as string)!;
  const email = account.store.find('customers', session['customer'] as string)?.['email'] as string | undefined;
  const body = `<main class="sheet"><span class="badge">SANDBOX</span>
<h1>Update your card</h1>
<p>${email ? `For ${text(email)}. ` : ''}The new card takes the place of the one you have now.</p>
<form novalidate data-client-secret="${text(intent['client_secret'])}" data-return-url="${text(`${account.url}/portal/${session.id}`)}">
<div class="card-form">${CARD_FIELDS}</div>
<p class="error" id="notice" role="alert">${failed ? 'Your bank did not confirm this card. Please try another one.' : ''}</p>
<div class="actions"><button class="main" type="submit">Save card</button><a class="button" href="${text(session['back'])}">Back</a></div>
</form></main>`;
  return page({ title: 'Update your card', body, bodyClass: 'page', script: '/browser/checkout.js' });
}
