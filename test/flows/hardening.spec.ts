/** Attacks on the HTTP layer: malformed requests, unused methods, stray files, forged webhooks, log injection. @slow */
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { aMember, aPastor, aPhone, callsTo, commandOn, webhookEvents } from '../builders/index.ts';
import { eventually, sharedStack } from '../support/index.ts';
import { createServer } from 'node:http';
import { createStripe } from '../../apps/api/src/billing/adapters/stripe-client.ts';
import { OutboundWebhooks } from '../../apps/api/src/billing/effects/outbound-webhooks.ts';
import { ProcessClock } from '../../apps/api/src/platform/clock/clock.ts';
import { Settings } from '../../apps/api/src/platform/config/index.ts';
import { TwilioPhoneVerifier } from '../../apps/api/src/verification/adapters/twilio-phone-verifier.ts';
import type { Workflow } from '../../apps/api/src/workflow/index.ts';

const stack = sharedStack();
const { get, post, raw } = callsTo(stack);
const server = new URL(stack.apiUrls[0]!);

/** Sends bytes straight to a server and reads until it closes the connection or is silent for two seconds. */
const exchange = (bytes: string) =>
  new Promise<{ text: string; closed: boolean }>((resolve) => {
    let text = '';
    const socket = connect(Number(server.port), server.hostname);
    socket.setTimeout(2_000, () => (resolve({ text, closed: false }), socket.destroy()));
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.on('error', () => {});
    socket.on('close', () => resolve({ text, closed: true }));
    socket.write(bytes, 'latin1');
  });

const NEXT = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
const message = (headers: string[], body = '', end = '\r\n') =>
  ['POST /api/check-user-exists HTTP/1.1', 'host: localhost', 'content-type: application/json', ...headers].join(end) +
  end +
  end +
  body;

describe('a request with an ambiguous end', () => {
  it.each([
    ['a length and chunks', message(['content-length: 5', 'transfer-encoding: chunked'], '0\r\n\r\n')],
    ['two lengths', message(['content-length: 2', 'content-length: 3'], '{} ')],
    ['two lengths in one', message(['content-length: 2, 2'], '{}')],
    ['a length with a sign', message(['content-length: +2'], '{}')],
    ['an unknown transfer coding', message(['transfer-encoding: xchunked'], '2\r\n{}\r\n0\r\n\r\n')],
    ['chunks before another coding', message(['transfer-encoding: chunked, identity'], '2\r\n{}\r\n0\r\n\r\n')],
    ['a space before the colon', message(['transfer-encoding : chunked'], '2\r\n{}\r\n0\r\n\r\n')],
    ['a folded header', message(['x-folded: a', ' transfer-encoding: chunked', 'content-length: 2'], '{}')],
    ['lines that end with LF only', message(['content-length: 2'], '{}', '\n')],
    ['a NUL in a header', message(['x-nul: a\0b', 'content-length: 2'], '{}')],
    ['a chunk size that is not a number', message(['transfer-encoding: chunked'], '0x2\r\n{}\r\n0\r\n\r\n')],
  ])('is refused, and the bytes after it are not read: %s', async (_what, bytes) => {
    const { text, closed } = await exchange(bytes + NEXT);
    expect({ closed, statuses: text.match(/^HTTP\/1\.1 \d+/gm) }).toEqual({ closed: true, statuses: ['HTTP/1.1 400'] });
    expect(text).not.toContain('alive');
  });
});

describe('an unused HTTP method', () => {
  it.each(['TRACE /', 'TRACE /api/config', 'TRACK /', 'CONNECT example.com:443', 'DEBUG /', 'PROPFIND /'])(
    '%s is refused and not echoed',
    async (start) => {
      const { text } = await exchange(
        `${start} HTTP/1.1\r\nhost: localhost\r\nx-canary: come-back\r\nconnection: close\r\n\r\n`,
      );
      expect(text).not.toMatch(/^HTTP\/1\.1 [23]/);
      expect(text).not.toContain('come-back');
    },
  );
});

describe('a file outside the site', () => {
  const assets = async () => (await get('/trial')).text.match(/\/assets\/[\w.-]+\.(?:js|css)/g)!;

  it.each([
    '/.git/HEAD',
    '/.git/config',
    '/.env',
    '/.npmrc',
    '/.data/secrets.json',
    '/.data/admin.json',
    '/package.json',
    '/package-lock.json',
    '/docker-compose.yml',
    '/apps/api/build/main.js',
    '/apps/api/src/main.ts',
    '/src/main.ts',
    '/node_modules/pg/package.json',
    '/server-status',
    '/metrics',
    '/api/metrics',
    '/_sandbox/clock',
    '/wp-login.php',
  ])('%s answers 404', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it('like a source map answers 404', async () => {
    const files = await assets();
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      expect((await get(`${file}.map`)).status).toBe(404);
      expect((await get(file)).text).not.toContain('sourceMappingURL');
    }
  });
});

describe('every answer', () => {
  it.each(['/', '/nowhere', '/trial/', '/api/config', '/api/nowhere', '/robots.txt', '/healthz'])(
    'to %s has a content type with a charset, and HSTS over https',
    async (path) => {
      const { headers, text } = await get(path, { 'x-forwarded-proto': 'https' });
      expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains');
      if (text) expect(headers.get('content-type')).toMatch(/^(text|application)\/[\w.+-]+; charset=utf-8$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  it.each(['https://evil.example', 'null', `${stack.url}.evil.example`])(
    'allows the origin %s nothing',
    async (origin) => {
      for (const path of ['/', '/api/config']) {
        const { headers } = await get(path, { origin });
        expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
    },
  );
});

it('a field that is twice in a body has the last value, in validation and in the answer', async () => {
  const { phone } = await aMember(stack);
  const ask = (first: string, last: string) =>
    raw('check-user-exists', `{"phone":"${first}","phone":"${last}"}`, { 'content-type': 'application/json' });
  expect((await ask(aPhone(), phone)).body).toEqual({ userExists: true });
  expect((await ask(phone, aPhone())).body).toEqual({ userExists: false });
});

it('a Stripe webhook without a valid signature is refused', async () => {
  const event = { id: `evt_forged_${aPhone()}`, object: 'event', type: 'setup_intent.succeeded', data: { object: {} } };
  const now = Math.floor(Date.now() / 1000);
  for (const signature of ['', 'x', `t=${now},v1=${'0'.repeat(64)}`, `t=${now}`]) {
    const answer = await post('stripe/webhook', event, { 'stripe-signature': signature });
    expect(answer).toMatchObject({ status: 400, body: { error: 'Bad signature' } });
  }
  const large = await callsTo({ url: server.origin }).post('stripe/webhook', { ...event, more: 'x'.repeat(1_100_000) });
  expect(large.status).toBe(413);
  expect(await webhookEvents(stack, event.id)).toEqual([]);
});

describe('the log', () => {
  const INTO_THE_LOG = '\u001b[31m\r\n{"level":"info","msg":"forged by mary"}\u2028\u0007';

  const linesOf = async (requestId: string) => {
    const lines = (await stack.logs()).split('\n').filter((line) => line.includes(requestId));
    // Its jobs have lines of their own.
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ jobId }) => !jobId);
  };

  it('has one line of the same shape for each call, in UTC, whatever the call contains', async () => {
    const answers = [
      await post('trial-signup', aPastor({ churchName: INTO_THE_LOG })),
      await post('trial-signup', { ...aPastor(), [INTO_THE_LOG]: INTO_THE_LOG }),
      await get(`/api/trial-signup/${encodeURIComponent(INTO_THE_LOG)}?q=${encodeURIComponent(INTO_THE_LOG)}`, {
        'user-agent': 'forged by mary',
        referer: 'http://x/?forged%0d%0aby%20mary',
      }),
      await get('/api/admin/audit'),
      await post('update-selected-plan', {}, { origin: 'https://evil.example' }),
    ];
    for (const { headers, status } of answers) {
      const id = headers.get('x-request-id')!;
      const [line, ...more] = await eventually(async () => {
        const lines = await linesOf(id);
        return lines.length > 0 ? lines : undefined;
      });
      expect(more).toEqual([]);
      expect(line).toEqual({
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        requestId: id,
        method: expect.stringMatching(/^(GET|POST)$/),
        route: expect.stringMatching(/^\/api\//),
        status: String(status),
        ms: expect.any(Number),
        msg: 'answered',
      });
    }
    const logs = await stack.logs();
    expect(logs).not.toContain('forged by mary');
    expect(logs).not.toContain('\u001b[31m');
  });
});

it('a server with invalid settings exits, names each one, and prints no value', async () => {
  const { complained, code } = await commandOn(stack, 'apps/api/build/main.js', {
    NODE_ENV: 'production',
    STRIPE_SECRET_KEY: 'sk_live_dontprintme1',
    LINK_SECRETS: 'dontprintme2',
    INTERNAL_TOKEN_FILE: '/nowhere/dontprintme3',
    SMTP_URL: 'dontprintme4',
    LIMITS: 'off',
  });
  expect(code).toBe(1);
  for (const name of ['STRIPE_PUBLISHABLE_KEY', 'LINK_SECRETS', 'INTERNAL_TOKEN_FILE', 'SMTP_URL', 'LIMITS'])
    expect(complained).toMatch(new RegExp(`^- ${name}\\b`, 'm'));
  expect(complained).not.toContain('dontprintme');
});

it('calls to providers follow no redirect', async () => {
  const requested: string[] = [];
  const server = createServer((request, answer) => {
    requested.push(request.url ?? '');
    // With 307 a client that follows repeats the POST.
    answer.writeHead(307, { location: '/canary', 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = Object.assign(new Settings(), {
    STRIPE_API_BASE: base,
    STRIPE_SECRET_KEY: 'sk_test_spec',
    TWILIO_API_BASE: base,
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 'x'.repeat(32),
    TWILIO_VERIFY_SERVICE_SID: `VA${'0'.repeat(32)}`,
    DASHBOARD_WEBHOOK_URL: `${base}/dashboard`,
    DASHBOARD_WEBHOOK_SECRETS: 's'.repeat(32),
  });
  try {
    await createStripe(settings)
      .customers.retrieve('cus_1')
      .catch(() => undefined);
    await new TwilioPhoneVerifier(settings).send('5125550142', 'sms').catch(() => undefined);
    const announcements = new OutboundWebhooks({} as Workflow, settings, new ProcessClock(undefined));
    await expect(announcements.accountClosed(1, '1')).rejects.toThrow(/fetch failed/);
    expect(requested.length).toBeGreaterThanOrEqual(3);
    expect(requested.filter((url) => url.includes('canary'))).toEqual([]);
  } finally {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});
