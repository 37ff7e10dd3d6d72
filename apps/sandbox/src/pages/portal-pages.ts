/** The page of the Billing Portal on which a customer enters another card. */
import type { FastifyInstance } from 'fastify';
import type { Resource } from '../store/store.ts';
import { visitPortal } from '../stripe/portal-sessions.ts';
import type { World } from '../stripe/world.ts';
import { CARD_FIELDS, page, text } from './html.ts';
import { htmlWith } from './security-headers.ts';

export function portalPages(app: FastifyInstance, world: World): void {
  app.get<{ Params: { id: string }; Querystring: { redirect_status?: string } }>(
    '/portal/:id',
    ({ params, query }, reply) => {
      const session = visitPortal(world, params.id);
      if (!session) return htmlWith(reply.code(410), CLOSED_PAGE);
      if (session['done']) return reply.redirect(String(session['onward']), 303);
      return htmlWith(reply, cardPage(world, session, query.redirect_status === 'failed'));
    },
  );
}

const CLOSED_PAGE = page({
  title: 'Billing portal',
  bodyClass: 'page',
  body: '<main class="sheet"><span class="badge">SANDBOX</span><h1>This page is closed</h1><p>The link has expired or was never valid. Go back to your plan and ask for a new one.</p></main>',
});

function cardPage(world: World, session: Resource, failed: boolean): string {
  const intent = world.store.find('setupIntents', session['setup_intent'] as string)!;
  const email = world.store.find('customers', session['customer'] as string)?.['email'] as string | undefined;
  const body = `<main class="sheet"><span class="badge">SANDBOX</span>
<h1>Update your card</h1>
<p>${email ? `For ${text(email)}. ` : ''}The new card takes the place of the one you have now.</p>
<form novalidate data-client-secret="${text(intent['client_secret'])}" data-return-url="${text(`${world.url}/portal/${session.id}`)}">
<div class="card-form">${CARD_FIELDS}</div>
<p class="error" id="notice" role="alert">${failed ? 'Your bank did not confirm this card. Please try another one.' : ''}</p>
<div class="actions"><button class="main" type="submit">Save card</button><a class="button" href="${text(session['back'])}">Back</a></div>
</form></main>`;
  return page({ title: 'Update your card', body, bodyClass: 'page', script: '/browser/checkout.js' });
}
