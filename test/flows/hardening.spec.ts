/** What attackers send first: malformed HTTP, odd methods, forgotten files, news in the provider's name, a log to write into. */
import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { aMember, aPhone, aPastor, callsTo, commandOn } from '../builders/index.ts';
import { eventually, sharedStack } from '../support/index.ts';

const stack = sharedStack();
const { get, post, raw } = callsTo(stack);
const server = new URL(stack.apiUrls[0]!);

/** Sends these bytes to a server, without the proxy, and hears it out until it hangs up. */
const spoken = (bytes: string) =>
  new Promise<{ said: string; hungUp: boolean }>((resolve) => {
    let said = '';
    const socket = connect(Number(server.port), server.hostname);
    socket.setTimeout(2_000, () => (resolve({ said, hungUp: false }), socket.destroy()));
    socket.on('data', (chunk) => (said += String(chunk)));
    socket.on('error', () => {});
    socket.on('close', () => resolve({ said, hungUp: true }));
    socket.write(bytes, 'latin1');
  });

const NEXT = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
const message = (headers: string[], body = '', end = '\r\n') =>
  ['POST /api/check-user-exists HTTP/1.1', 'host: localhost', 'content-type: application/json', ...headers].join(end) +
  end +
  end +
  body;

describe('a request whose end can be read in two ways', () => {
  it.each([
    ['a length and chunks', message(['content-length: 5', 'transfer-encoding: chunked'], '0\r\n\r\n')],
    ['two lengths', message(['content-length: 2', 'content-length: 3'], '{} ')],
    ['two lengths in one', message(['content-length: 2, 2'], '{}')],
    ['a length with a sign', message(['content-length: +2'], '{}')],
    ['a coding there is none of', message(['transfer-encoding: xchunked'], '2\r\n{}\r\n0\r\n\r\n')],
    ['chunks that are not last', message(['transfer-encoding: chunked, identity'], '2\r\n{}\r\n0\r\n\r\n')],
    ['a space before the colon', message(['transfer-encoding : chunked'], '2\r\n{}\r\n0\r\n\r\n')],
    ['a folded header', message(['x-folded: a', ' transfer-encoding: chunked', 'content-length: 2'], '{}')],
    ['lines that end by LF alone', message(['content-length: 2'], '{}', '\n')],
    ['a NUL in a header', message(['x-nul: a\0b', 'content-length: 2'], '{}')],
    ['a size that is no number', message(['transfer-encoding: chunked'], '0x2\r\n{}\r\n0\r\n\r\n')],
  ])('is refused, and what comes behind it is not read: %s', async (_what, bytes) => {
    const { said, hungUp } = await spoken(bytes + NEXT);
    expect({ hungUp, statuses: said.match(/^HTTP\/1\.1 \d+/gm) }).toEqual({ hungUp: true, statuses: ['HTTP/1.1 400'] });
    expect(said).not.toContain('alive');
  });
});

describe('a method that pages and calls have no use for', () => {
  it.each(['TRACE /', 'TRACE /api/config', 'TRACK /', 'CONNECT example.com:443', 'DEBUG /', 'PROPFIND /'])(
    '%s is refused, and nothing of it comes back',
    async (asked) => {
      const { said } = await spoken(
        `${asked} HTTP/1.1\r\nhost: localhost\r\nx-canary: come-back\r\nconnection: close\r\n\r\n`,
      );
      expect(said).not.toMatch(/^HTTP\/1\.1 [23]/);
      expect(said).not.toContain('come-back');
    },
  );
});

describe('files that no server should have', () => {
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
  ])('%s is not there', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it('nor is the source of the scripts', async () => {
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
    'of %s says what it is, and by https that it always is',
    async (path) => {
      const { headers, text } = await get(path, { 'x-forwarded-proto': 'https' });
      expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains');
      if (text) expect(headers.get('content-type')).toMatch(/^(text|application)\/[\w.+-]+; charset=utf-8$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  it.each(['https://evil.example', 'null', `${stack.url}.evil.example`])('allows %s nothing', async (origin) => {
    for (const path of ['/', '/api/config']) {
      const { headers } = await get(path, { origin });
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

it('a name twice in a body is the last one, for the check as for the answer', async () => {
  const { phone } = await aMember(stack);
  const ask = (first: string, last: string) =>
    raw('check-user-exists', `{"phone":"${first}","phone":"${last}"}`, { 'content-type': 'application/json' });
  expect((await ask(aPhone(), phone)).body).toEqual({ userExists: true });
  expect((await ask(phone, aPhone())).body).toEqual({ userExists: false });
});

it('who has an account is told in the same time as who has none', async () => {
  const { phone } = await aMember(stack);
  const timed = async (asked: string) => {
    const begun = performance.now();
    await post('check-user-exists', { phone: asked });
    return performance.now() - begun;
  };
  const middle = (times: number[]) => times.sort((one, other) => one - other)[Math.floor(times.length / 2)]!;
  const difference = async () => {
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let round = 0; round < 60; round += 1) {
      known.push(await timed(phone));
      unknown.push(await timed(aPhone()));
    }
    return Math.abs(middle(known) - middle(unknown)) / middle(unknown);
  };
  await eventually(async () => (await difference()) < 0.1, { within: 20_000, every: 0 });
});

it('news in the name of the payment provider is not heard without its signature', async () => {
  const event = { id: `evt_forged_${aPhone()}`, object: 'event', type: 'setup_intent.succeeded', data: { object: {} } };
  const now = Math.floor(Date.now() / 1000);
  for (const signature of ['', 'x', `t=${now},v1=${'0'.repeat(64)}`, `t=${now}`]) {
    const answer = await post('stripe/webhook', event, { 'stripe-signature': signature });
    expect(answer).toMatchObject({ status: 400, body: { error: 'Bad signature' } });
  }
  const large = await callsTo({ url: server.origin }).post('stripe/webhook', { ...event, more: 'x'.repeat(1_100_000) });
  expect(large.status).toBe(413);
  expect(await stack.query('SELECT id FROM stripe_events WHERE id = $1', [event.id])).toEqual([]);
});

describe('the log', () => {
  const INTO_THE_LOG = '\u001b[31m\r\n{"level":"info","msg":"forged by mary"}\u2028\u0007';

  const linesOf = async (requestId: string) => {
    const lines = (await stack.logs()).split('\n').filter((line) => line.includes(requestId));
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  };

  it('has one line of the same shape for each call, in UTC, whatever is sent along', async () => {
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

it('a server with settings that cannot be used ends at once, names each, and prints no value', async () => {
  const { complained, code } = await commandOn(stack, 'apps/api/build/main.js', {
    NODE_ENV: 'production',
    STRIPE_SECRET_KEY: 'sk_live_dontprintme1',
    LINK_SECRETS: 'dontprintme2',
    INTERNAL_TOKEN_FILE: '/nowhere/dontprintme3',
    SMTP_URL: 'dontprintme4',
    LIMITS: 'off',
  });
  expect(code).toBe(1);
  for (const name of ['STRIPE_SECRET_KEY', 'LINK_SECRETS', 'INTERNAL_TOKEN_FILE', 'SMTP_URL', 'LIMITS'])
    expect(complained).toMatch(new RegExp(`^- ${name}\\b`, 'm'));
  expect(complained).not.toContain('dontprintme');
});
