/** The framed card form of Stripe.js and the 3-D Secure challenge, framed (`/3ds`) or as a page (`/3ds-redirect`). */
import type { FastifyInstance } from 'fastify';
import type { Resource } from '../store.ts';
import type { StripeAccount } from '../stripe/account.ts';
import { finishAuthentication } from '../stripe/setup-confirmation.ts';
import { CARD_FIELDS, htmlWith, page, text } from './html.ts';

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
