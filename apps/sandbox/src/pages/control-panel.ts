import type { FastifyInstance } from 'fastify';
import { MODES } from '../faults.ts';
import type { Store } from '../store.ts';
import { htmlWith, page } from './html.ts';

const TABS = {
  phone: 'Phone',
  inbox: 'Inbox',
  objects: 'Objects',
  webhooks: 'Webhooks',
  clock: 'Clock',
  faults: 'Faults',
};

const tab = ([id, label]: [string, string]) =>
  `<button role="tab" id="tab-${id}" aria-controls="panel-${id}" data-tab="${id}">${label}</button>`;
const panel = (
  id: string,
  title: string,
  hint: string,
  tools = '',
) => `<section role="tabpanel" id="panel-${id}" aria-labelledby="tab-${id}" tabindex="-1" hidden>
<div class="head"><div><h2>${title}</h2><p class="hint">${hint}</p></div><div class="tools">${tools}</div></div><div class="content" data-content="${id}"></div></section>`;
const actionButton = (label: string, action: string, value = '') =>
  `<button type="button" data-act="${action}" data-value="${value}">${label}</button>`;

const FAULT_FORM = `<form id="fault-form">
<label>Call <input name="match" value="POST /v1/subscriptions" list="calls" required></label>
<datalist id="calls"><option>POST /v1/customers<option>POST /v1/setup_intents<option>POST /v2/Services/*/Verifications<option>POST /v2/Services/*/VerificationCheck<option>SMTP</datalist>
<label>What happens <select name="mode">${MODES.map((mode) => `<option>${mode}</option>`).join('')}</select></label>
<label>From the n-th <input name="nth" type="number" min="1" value="1"></label>
<label>Times (0: until healed) <input name="times" type="number" min="0" value="1"></label>
<button class="main">Add fault</button></form>`;

const BODY = `<header><div class="bar"><h1><span class="badge">SANDBOX</span> Stand-ins</h1><p class="now" aria-live="off"><span id="now"></span> <span id="offset"></span></p></div>
<p class="lead">What the product sends to phones, inboxes and Stripe lands here. Nothing leaves this machine.</p>
<div role="tablist" aria-label="Stand-ins">${Object.entries(TABS).map(tab).join('')}</div></header>
<main>
${panel('phone', 'Phone', 'Text messages and calls, newest first.')}
${panel('inbox', 'Inbox', 'Mails as they would be read, newest first.')}
${panel('objects', 'Stripe objects', 'The latest of each kind.')}
${panel('webhooks', 'Webhook deliveries', 'Signed news for the product, newest first.', actionButton('Duplicate last', 'duplicate') + actionButton('Shuffle', 'shuffle') + actionButton('Reverse', 'reverse') + actionButton('Deliver held', 'deliver') + '<label class="inline">Mode <select id="mode"><option>normal</option><option>hold</option><option>drop</option></select></label>')}
${panel('clock', 'Clock', 'Moves forward only; everything that falls due on the way happens.', actionButton('+ 1 hour', 'advance', '60') + actionButton('+ 1 day', 'advance', '1440') + actionButton('+ 7 days', 'advance', '10080') + actionButton('+ 30 days', 'advance', '43200'))}
${panel('faults', 'Faults', 'Spoil provider calls on purpose.', actionButton('Heal all', 'heal'))}
${FAULT_FORM.replace('<form', '<form hidden')}
<p id="notice" role="status"></p>
</main>`;

const PAGE = page({
  title: 'Sandbox',
  body: BODY,
  styles: '/browser/control-panel.css',
  script: '/browser/control-panel.js',
});

const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src https: http: data:; frame-ancestors 'self'; sandbox";

export function controlPanel(app: FastifyInstance, store: Store): void {
  app.get<{ Params: { id: string } }>('/mails/:id', ({ params }, reply) => {
    const html = store.find('mails', params.id)?.['html'] as string | undefined;
    return reply
      .header('content-security-policy', MAIL_POLICY)
      .type('text/html; charset=utf-8')
      .send(html ?? '');
  });
  app.get('/', (_request, reply) => htmlWith(reply, PAGE));
}
