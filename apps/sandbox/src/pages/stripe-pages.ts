/**
 * Stripe's pages: the framed card form of Stripe.js, the 3-D Secure challenge, framed (`/3ds`) or as a page
 * (`/3ds-redirect`), Checkout in setup mode, and the Billing Portal's page for replacing a card.
 */
import type { FastifyInstance } from 'fastify';
import type { Resource } from '../store.ts';
import type { StripeAccount } from '../stripe/account.ts';
import { finishAuthentication } from '../stripe/setup-confirmation.ts';
import { CARD_FIELDS, htmlWith, page, text } from './html.ts';
import { openPortalSession } from '../stripe/billing-portal.ts';

const CARD_PAGE = page({
  title: 'Secure card form',
  body: `<form class="card-form" novalidate>${CARD_FIELDS}</form>`,
  script: '/browser/card-frame.js',
});

export function cardPages(app: FastifyInstance, account: StripeAccount, framedBy: string[]): void {
  app.get('/elements/card.html', (_request, reply) => htmlWith(reply, CARD_PAGE, framedBy));
  app.get<{ Params: { attempt: string } }>('/3ds/:attempt', ({ params }, reply) =>
    htmlWith(reply, challengePage(account, params.attempt, '/3ds/', 'page overlay'), framedBy),
  );
  app.post<{ Params: { attempt: string } }>('/3ds/:attempt', ({ params, body }, reply) => {
    finishChallenge(account, params.attempt, body);
    return htmlWith(reply, page({ title: 'Done', body: '', script: '/browser/challenge-finished.js' }), framedBy);
  });
  app.get<{ Params: { attempt: string } }>('/3ds-redirect/:attempt', ({ params }, reply) =>
    htmlWith(reply, challengePage(account, params.attempt, '/3ds-redirect/', 'page')),
  );
  app.post<{ Params: { attempt: string } }>('/3ds-redirect/:attempt', ({ params, body }, reply) => {
    const intent = finishChallenge(account, params.attempt, body);
    const target = account.store.find('authentications', params.attempt)?.['return_url'] as string | undefined;
    if (!intent || !target) return reply.code(404).send({ error: 'No such authentication.' });
    return reply.redirect(returnTo(target, intent), 303);
  });
}

function challengePage(account: StripeAccount, attempt: string, action: string, bodyClass: string): string {
  const known = account.store.find('authentications', attempt);
  const form = `<form method="post" action="${action}${text(attempt)}"><div class="actions">
<button class="main" name="outcome" value="complete">Complete</button><button name="outcome" value="fail">Fail</button></div></form>`;
  const body = `<main class="sheet"><span class="badge">SANDBOX</span><h1>${known ? 'Is this you?' : 'Unknown request'}</h1>
<p>${known ? 'Your bank would ask you to confirm this card here. Choose how it ends.' : 'This confirmation does not exist.'}</p>${known ? form : ''}</main>`;
  return page({ title: 'Confirm with your bank', body, bodyClass });
}

function finishChallenge(account: StripeAccount, attempt: string, body: unknown): Resource | undefined {
  const intent = finishAuthentication(
    account,
    attempt,
    new URLSearchParams(body as string).get('outcome') === 'complete',
  );
  account.store.commit();
  return intent;
}

function returnTo(target: string, intent: Resource): string {
  const url = new URL(target);
  url.searchParams.set('setup_intent', intent.id);
  url.searchParams.set('setup_intent_client_secret', intent['client_secret'] as string);
  url.searchParams.set('redirect_status', intent['status'] === 'succeeded' ? 'succeeded' : 'failed');
  return url.href;
}

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

/** Its script enables it: a native submit would put the card in the address. */
const SAVE_BUTTON = '<button class="main" type="submit" disabled>Save card</button>';

const CHECKOUT_CLOSED = page({
  title: 'Checkout',
  bodyClass: 'page',
  body: '<main class="sheet"><span class="badge">SANDBOX</span><h1>This checkout is closed</h1><p>The link has expired or was never valid. Ask for a new one.</p></main>',
});

function checkoutPage(account: StripeAccount, session: Resource, intent: Resource, failed: boolean): string {
  const email = account.store.find('customers', session['customer'] as string)?.['email'] as string | undefined;
  const submitText = (session['custom_text'] as { submit: { message: string } | null }).submit?.message;
  const back = session['cancel_url'] ? `<a class="button" href="${text(session['cancel_url'])}">Back</a>` : '';
  const body = `<main class="sheet"><span class="badge">SANDBOX</span>
<h1>Save your card</h1>
<p>${email ? `For ${text(email)}. ` : ''}Nothing is charged today.</p>
<form novalidate data-client-secret="${text(intent['client_secret'])}" data-return-url="${text(`${account.url}/checkout/${session.id}`)}">
<div class="card-form">${CARD_FIELDS}</div>
<p class="error" id="notice" role="alert">${failed ? 'Your bank did not confirm this card. Please try another one.' : ''}</p>
<div class="actions">${SAVE_BUTTON}${back}</div>
${submitText ? `<p>${text(submitText)}</p>` : ''}
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
<div class="actions">${SAVE_BUTTON}<a class="button" href="${text(session['back'])}">Back</a></div>
</form></main>`;
  return page({ title: 'Update your card', body, bodyClass: 'page', script: '/browser/checkout.js' });
}
