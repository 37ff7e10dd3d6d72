/** HTML pages, their security headers and their static files in `browser/`. */
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { packageFile } from '../settings.ts';

/** Escapes untrusted text for HTML. */
export const text = (value: string | number | null | undefined): string =>
  String(value ?? '').replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

interface Page {
  title: string;
  body: string;
  styles?: string;
  script?: string;
  bodyClass?: string;
}

export function page({ title, body, styles = '/browser/card.css', script, bodyClass = '' }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${text(title)}</title>
<link rel="stylesheet" href="${styles}">
${script ? `<script type="module" src="${script}"></script>` : ''}
</head>
<body class="${bodyClass}">
${body}
</body>
</html>
`;
}

const field = (
  id: string,
  label: string,
  attributes: string,
  extra = '',
) => `<div class="field${id === 'number' ? ' wide' : ''}">
<label for="${id}">${label}</label>
<div class="box"><input id="${id}" ${attributes} inputmode="numeric" aria-describedby="${id}-error" aria-invalid="false">${extra}</div>
<p class="error" id="${id}-error" role="alert"></p>
</div>`;

export const CARD_FIELDS = [
  field(
    'number',
    'Card number',
    'name="cardnumber" autocomplete="cc-number" placeholder="1234 1234 1234 1234"',
    '<span id="brand" aria-hidden="true"></span>',
  ),
  field('expiry', 'Expiration date', 'name="exp-date" autocomplete="cc-exp" placeholder="MM / YY"'),
  field('cvc', 'Security code', 'name="cvc" autocomplete="cc-csc" placeholder="CVC"'),
  '<p class="sandbox-note"><b>SANDBOX</b> Use a test card, such as 4242 4242 4242 4242.</p>',
].join('\n');

/** Sends a page whose policy allows no inline script, and framing, and fonts, only by the origins in `framedBy`. */
export function htmlWith(reply: FastifyReply, html: string, framedBy: string[] = []): FastifyReply {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "frame-src 'self'",
    `font-src ${framedBy.length > 0 ? framedBy.join(' ') : "'none'"}`,
    "base-uri 'none'",
    `frame-ancestors ${framedBy.length > 0 ? ["'self'", ...framedBy].join(' ') : "'none'"}`,
  ];
  return reply
    .headers({
      'content-security-policy': policy.join('; '),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}

const TYPES: Record<string, string> = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' };
const ASSETS = [
  'card-form.js',
  'card-frame.js',
  'card.css',
  'challenge-finished.js',
  'checkout.js',
  'control-panel.css',
  'control-panel.js',
];

export function assetRoutes(app: FastifyInstance): void {
  serve(app, '/stripe.js', 'stripe.js');
  for (const name of ASSETS) serve(app, `/browser/${name}`, name);
}

function serve(app: FastifyInstance, path: string, name: string): void {
  const content = readFileSync(packageFile(`browser/${name}`), 'utf8');
  const headers = {
    'content-type': TYPES[name.split('.').pop() ?? ''] ?? 'text/plain',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  };
  app.get(path, (_request, reply) =>
    reply.headers({ ...headers, 'cross-origin-resource-policy': 'cross-origin' }).send(content),
  );
}
