/** Every page a card or a bank's question is answered on; only the app's own origins may frame the first two. */
import type { FastifyInstance } from 'fastify';
import type { Resource } from '../store/store.ts';
import { finishAuthentication } from '../stripe/setup-confirmation.ts';
import type { World } from '../stripe/world.ts';
import { CARD_FIELDS, page, text } from './html.ts';
import { htmlWith } from './security-headers.ts';

const CARD_PAGE = page({
  title: 'Secure card form',
  body: `<form class="card-form" novalidate>${CARD_FIELDS}</form>`,
  script: '/browser/card-frame.js',
});

export function cardPages(app: FastifyInstance, world: World, framedBy: string[]): void {
  app.get('/elements/card.html', (_request, reply) => htmlWith(reply, CARD_PAGE, framedBy));
  app.get<{ Params: { attempt: string } }>('/3ds/:attempt', ({ params }, reply) =>
    htmlWith(reply, questionPage(world, params.attempt, '/3ds/', 'page overlay'), framedBy),
  );
  app.post<{ Params: { attempt: string } }>('/3ds/:attempt', ({ params, body }, reply) => {
    finish(world, params.attempt, body);
    return htmlWith(reply, page({ title: 'Done', body: '', script: '/browser/challenge-finished.js' }), framedBy);
  });
  app.get<{ Params: { attempt: string } }>('/3ds-redirect/:attempt', ({ params }, reply) =>
    htmlWith(reply, questionPage(world, params.attempt, '/3ds-redirect/', 'page')),
  );
  app.post<{ Params: { attempt: string } }>('/3ds-redirect/:attempt', ({ params, body }, reply) => {
    const intent = finish(world, params.attempt, body);
    const target = world.store.find('authentications', params.attempt)?.['return_url'] as string | undefined;
    if (!intent || !target) return reply.code(404).send({ error: 'No such authentication.' });
    return reply.redirect(returnTo(target, intent), 303);
  });
  checkoutPages(app, world);
}

function checkoutPages(app: FastifyInstance, world: World): void {
  app.get<{ Params: { id: string }; Querystring: { redirect_status?: string } }>(
    '/checkout/:id',
    ({ params, query }, reply) => {
      const session = world.store.find('checkoutSessions', params.id);
      if (session?.['status'] === 'complete')
        return reply.redirect(String(session['success_url']).replaceAll('{CHECKOUT_SESSION_ID}', session.id), 303);
      if (session?.['status'] !== 'open') return htmlWith(reply.code(session ? 410 : 404), CLOSED_PAGE);
      const intent = world.store.find('setupIntents', session['setup_intent'] as string)!;
      return htmlWith(reply, checkoutPage(world, session, intent, query.redirect_status === 'failed'));
    },
  );
}

const CLOSED_PAGE = page({
  title: 'Checkout',
  bodyClass: 'page',
  body: '<main class="sheet"><span class="badge">SANDBOX</span><h1>This checkout is closed</h1><p>The link has expired or was never valid. Ask for a new one.</p></main>',
});

function checkoutPage(world: World, session: Resource, intent: Resource, failed: boolean): string {
  const email = world.store.find('customers', session['customer'] as string)?.['email'] as string | undefined;
  const back = session['cancel_url'] ? `<a class="button" href="${text(session['cancel_url'])}">Back</a>` : '';
  const body = `<main class="sheet"><span class="badge">SANDBOX</span>
<h1>Save your card</h1>
<p>${email ? `For ${text(email)}. ` : ''}Nothing is charged today.</p>
<form novalidate data-client-secret="${text(intent['client_secret'])}" data-return-url="${text(`${world.url}/checkout/${session.id}`)}">
<div class="card-form">${CARD_FIELDS}</div>
<p class="error" id="notice" role="alert">${failed ? 'Your bank did not confirm this card. Please try another one.' : ''}</p>
<div class="actions"><button class="main" type="submit">Save card</button>${back}</div>
</form></main>`;
  return page({ title: 'Checkout', body, bodyClass: 'page', script: '/browser/checkout.js' });
}

function questionPage(world: World, attempt: string, action: string, bodyClass: string): string {
  const known = world.store.find('authentications', attempt);
  const form = `<form method="post" action="${action}${text(attempt)}"><div class="actions">
<button class="main" name="outcome" value="complete">Complete</button><button name="outcome" value="fail">Fail</button></div></form>`;
  const body = `<main class="sheet"><span class="badge">SANDBOX</span><h1>${known ? 'Is this you?' : 'Unknown request'}</h1>
<p>${known ? 'Your bank would ask you to confirm this card here. Choose how it ends.' : 'This confirmation does not exist.'}</p>${known ? form : ''}</main>`;
  return page({ title: 'Confirm with your bank', body, bodyClass });
}

function finish(world: World, attempt: string, body: unknown): Resource | undefined {
  const intent = finishAuthentication(
    world,
    attempt,
    new URLSearchParams(body as string).get('outcome') === 'complete',
  );
  world.store.commit();
  return intent;
}

function returnTo(target: string, intent: Resource): string {
  const url = new URL(target);
  url.searchParams.set('setup_intent', intent.id);
  url.searchParams.set('setup_intent_client_secret', intent['client_secret'] as string);
  url.searchParams.set('redirect_status', intent['status'] === 'succeeded' ? 'succeeded' : 'failed');
  return url.href;
}
