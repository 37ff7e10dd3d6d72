/**
 * What a request costs is bounded by its form, not by what a visitor writes into it: for each route that takes a body, the work for
 * hostile bodies is counted beside that for an empty one. `npm run bench cost` measures the time.
 * @slow
 */
import { once } from 'node:events';
import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { ERRORS } from '@lampstand/contracts';
import { aPhone, aVisitor, countTimes, hostileForms, hostileJson, VALID_BODIES } from '../builders/index.ts';
import { countedWork, type Work } from '../builders/counted-work.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack({ env: { LIMITS: 'on' } });
const workOf = countedWork();

/** Just below the limit of a body. */
const SIZE = 32_000;
const LARGE_SIZE = 1_000_000;
/** The calls that take a large body: signed, or with a token. */
const LARGE = ['/api/stripe/webhook', '/api/internal/activity', '/api/mail/webhook'];
/** What a call with a valid body may ask of the database: 20 reports of the content security policy are one point each. */
const MOST_STATEMENTS = 30;

let address = 0;
/** Of another network each time, so that no limit is reached. */
const elsewhere = () => ({ 'x-forwarded-for': `198.18.${++address >> 8}.${address & 255}` });

interface Sent {
  path: string;
  body?: string;
  type?: string;
  headers?: Record<string, string>;
}
interface Cost extends Work {
  status: number;
  text: string;
}

async function costOf({ path, body, type, headers = elsewhere() }: Sent): Promise<Cost> {
  const answer = await fetch(stack.url + path, {
    redirect: 'manual',
    headers: { ...headers, ...(type && { 'content-type': type, origin: stack.url }) },
    ...(body !== undefined && { method: 'POST', body }),
  });
  const text = await answer.text();
  return { status: answer.status, text: text.slice(0, 2000), ...workOf(answer.headers.get('x-request-id')!) };
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** The paths of all routes that take a body. */
let paths: string[];
let forms: string[];
beforeAll(() => {
  paths = stack.routes
    .filter((route) => route.startsWith('POST '))
    .map((route) => route.slice('POST '.length).replaceAll(/:\w+/g, '1'));
  forms = paths.filter((path) => !path.startsWith('/api/'));
  expect(forms.length).toBeGreaterThan(8);
  expect(paths.length).toBeGreaterThan(100);
});

/** More work than for the empty body on the same route, a page rendered twice, JSON read twice, or a failure. */
function problemOf(cost: Cost, empty: Cost, length: number): string | undefined {
  if (cost.status >= 500) return `answered ${cost.status}`;
  if (cost.statements > empty.statements) return `${cost.statements} statements instead of ${empty.statements}`;
  if (cost.rendered > empty.rendered) return `${cost.rendered} pages instead of ${empty.rendered}`;
  return cost.parsed > length ? `read ${cost.parsed} characters of JSON of ${length}` : undefined;
}

/** A third of the bodies, with each path others. */
const someOf = <T>(bodies: Record<string, T>, at: number): [string, T][] =>
  Object.entries(bodies).filter((_, index) => process.env['THOROUGH'] || index % 3 === at % 3);

describe('a form of the site', () => {
  it('is taken from a form only, and costs no more with a hostile one', async () => {
    const problems: string[] = [];
    const takesAny = new Set<string>();
    for (const [at, path] of forms.entries()) {
      const empty = await costOf({ path, type: FORM, body: '' });
      expect([path, empty.rendered]).toEqual([path, 1]);
      for (const [name, body] of someOf(hostileForms(SIZE), at)) {
        const cost = await costOf({ path, type: FORM, body });
        const problem = problemOf(cost, empty, 0);
        if (problem) problems.push(`${path} with ${name}: ${problem}`);
        if (name === 'thousands of fields')
          expect(cost).toMatchObject({ status: 413, text: ERRORS.tooLarge, rendered: 0, statements: 0 });
      }
      for (const [name, body] of someOf(hostileJson(SIZE), at)) {
        const cost = await costOf({ path, type: name === 'null' ? 'text/plain' : JSON_TYPE, body });
        const problem = problemOf(cost, empty, 0);
        if (problem) problems.push(`${path} with ${name}: ${problem}`);
        if (cost.status !== 415) takesAny.add(path);
        else expect(cost).toMatchObject({ text: ERRORS.notForm, rendered: 0, statements: 0 });
      }
    }
    expect(problems).toEqual([]);
    // Of a page behind a link of a mail the token in the address counts: mail programs press some with a body of their own (RFC 8058).
    expect([...takesAny].filter((path) => !/^\/(newsletter|reminders|plan)\//.test(path))).toEqual([]);
  }, 120_000);

  it('and a page for one visitor are refused before they are read and rendered when the calls of an address are used up', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.7' };
    await countTimes(stack, 'callsPerAddress', '198.51.100.7', 6000);
    for (const sent of [
      ...forms.map((path) => ({ path, type: FORM, body: 'name=Ruth' })),
      { path: '/trial/code?trialId=1' },
      { path: '/pricing?people=40' },
    ])
      expect(await costOf({ ...sent, headers })).toMatchObject({
        status: 429,
        text: ERRORS.tooManyRequests,
        // One tries to count, the other reads when it may.
        statements: 2,
        rendered: 0,
      });
    expect((await costOf({ path: '/pricing', headers })).status).toBe(200);
  });
});

describe('a call', () => {
  it('that takes JSON costs no more with a hostile body', async () => {
    const problems: string[] = [];
    for (const [at, path] of paths.filter((each) => !forms.includes(each)).entries()) {
      const empty = await costOf({ path, type: JSON_TYPE, body: '{}' });
      // Of those who have signed in only.
      if (empty.status === 401) continue;
      const size = LARGE.includes(path) ? LARGE_SIZE : SIZE;
      const bodies = someOf(hostileJson(size, LARGE.includes(path) ? 20_000 : 1000), at);
      for (const [name, body] of bodies) {
        const cost = await costOf({ path, type: JSON_TYPE, body });
        const problem = problemOf(cost, empty, name.startsWith('too many') ? 0 : body.length);
        if (problem) problems.push(`${path} with ${name}: ${problem}`);
      }
    }
    expect(problems).toEqual([]);
  }, 120_000);

  it('with a valid body asks little of the database', async () => {
    const report = { type: 'csp-violation', body: { documentURL: 'x'.repeat(700), effectiveDirective: 'img-src' } };
    stack.allowLogs(/content security policy violation/);
    const bodies: [path: string, body: unknown][] = [
      ...Object.entries(VALID_BODIES).map(([call, body]): [string, unknown] => [`/api/${call}`, body]),
      ['/api/csp-reports', Array.from({ length: 20 }, () => report)],
      ['/api/admin/login', { email: 'mary@church.example', password: 'x'.repeat(1000) }],
    ];
    const costs: Record<string, number> = {};
    for (const [path, body] of bodies)
      costs[path] = (await costOf({ path, type: JSON_TYPE, body: JSON.stringify(body) })).statements;
    expect(Object.fromEntries(Object.entries(costs).filter(([, statements]) => statements > MOST_STATEMENTS))).toEqual(
      {},
    );
    expect(costs['/api/csp-reports']).toBe(20);
  });

  it('costs as much for a phone with an account as for one without', async () => {
    const member = await aVisitor(stack).becomesMember();
    const lookUp = (phone: string) =>
      costOf({ path: '/api/check-user-exists', type: JSON_TYPE, body: JSON.stringify({ phone }) });
    const { text, ...known } = await lookUp(member.phone);
    const { text: without, ...unknown } = await lookUp(aPhone());
    expect([text, without].map((answer) => JSON.parse(answer))).toEqual([{ userExists: true }, { userExists: false }]);
    expect(known).toEqual(unknown);
  });

  it('is refused before its body is read when it has no service token, or the limit of its address is used up', async () => {
    await countTimes(stack, 'signupsPerAddress', '198.51.100.8', 400);
    for (const path of ['/api/internal/activity', '/api/mail/webhook'])
      expect(await statusOfUnsent(path, {})).toBe(401);
    expect(await statusOfUnsent('/api/trial-signup', { 'x-forwarded-for': '198.51.100.8' })).toBe(429);
  });

  it('that is signed is not parsed when the signature is wrong', async () => {
    const body = JSON.stringify({ id: 'evt_1', data: { object: { name: 'x'.repeat(LARGE_SIZE - 100) } } });
    const headers = { ...elsewhere(), 'stripe-signature': `t=${Math.round(Date.now() / 1000)},v1=${'0'.repeat(64)}` };
    const cost = await costOf({ path: '/api/stripe/webhook', type: JSON_TYPE, body, headers });
    expect(cost).toMatchObject({ status: 400, parsed: 0, statements: 0 });
  });

  it('with too many keys, levels or values is refused before its fields are read', async () => {
    const { 'too many keys': keys, 'too many levels': levels, 'too many values': values } = hostileJson(SIZE);
    for (const body of [keys, levels, values])
      expect(await costOf({ path: '/api/trial-signup', type: JSON_TYPE, body: body! })).toMatchObject({
        status: 400,
        text: JSON.stringify({ error: ERRORS.invalid }),
      });
    const message = JSON.stringify({ message: '[{,"\\'.repeat(SIZE / 8) });
    const { status, text } = await costOf({ path: '/api/trial-signup', type: JSON_TYPE, body: message });
    expect({ status, fields: JSON.parse(text).fields }).toEqual({ status: 400, fields: expect.any(Object) });
  });
});

/** The status of the answer to a call whose body has not been sent yet. */
async function statusOfUnsent(path: string, headers: Record<string, string>): Promise<number> {
  const sent = request(stack.url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': JSON_TYPE, 'content-length': SIZE },
  });
  sent.on('error', () => {});
  sent.flushHeaders();
  const [answer] = await once(sent, 'response');
  sent.destroy();
  return answer.statusCode;
}

describe('an address and its query', () => {
  it('with many parameters are refused', async () => {
    expect((await costOf({ path: `/api/config?${'a=1&'.repeat(3000)}` })).status).toBe(400);
  });
});
