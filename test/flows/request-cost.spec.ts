/** What a request costs is bounded by its form, not by what a visitor writes into it: hostile shapes beside an ordinary request. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ERRORS } from '@lampstand/contracts';
import { anApplication, aPastor, medianTimes } from '../builders/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

/** Work in proportion to a text takes up to 6 times an ordinary request (NFKC makes eighteen letters of one); what is not, 20 to 3,000. */
const MOST_TIMES = 15;
const ROUNDS = 5;
/** Just below the limit of a body. */
const SIZE = 32_000;
/** Just below what Node accepts as headers. */
const HEADER_SIZE = 15_000;

const stack = inProcessStack();
beforeAll(async () => void (await fetch(`${stack.url}/api/config`)));

interface Sent {
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

const send = async ({ path, headers = {}, body }: Sent) => {
  const post = { method: 'POST', body: body ?? '' };
  const answer = await fetch(stack.url + path, { redirect: 'manual', headers, ...(body !== undefined && post) });
  await answer.arrayBuffer();
  return answer.status;
};
const asForm = (path: string, body: string): Sent => ({
  path,
  body,
  headers: { 'content-type': 'application/x-www-form-urlencoded', origin: stack.url },
});
const asJson = (path: string, body: string): Sent => ({ path, body, headers: { 'content-type': 'application/json' } });

const repeated = (part: string, size = SIZE) => part.repeat(Math.floor(size / Buffer.byteLength(part)));
const manyFields = () => Array.from({ length: 4000 }, (_, at) => `f${at}=`).join('&');
const manyKeys = () => JSON.stringify(Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`f${at}`, 0])));
const nested = () => `${'['.repeat(SIZE / 2)}${']'.repeat(SIZE / 2)}`;

/** Texts on which a careless rule takes long: of signs, of marks to be sorted, of blanks, of dots. */
const TEXTS = {
  'plus signs': '+',
  'marks in the wrong order': '\u0315\u0316',
  'blanks before a letter': ' ',
  dots: 'a.',
  dashes: 'a-',
  digits: '1',
  'line ends': '\r\n',
  'letters that become eighteen': '\uFDFA',
};
const hostileText = (part: string) =>
  `a${part === '\u0315\u0316' ? repeated('\u0315', SIZE / 2) + repeated('\u0316', SIZE / 2.2) : repeated(part, SIZE - 500)}x`;

const FORMS = ['/trial', '/trial/code', '/trial/card', '/newsletter', '/trial-request', '/ambassador-application'];

/** Expects none of the hostile requests to take much longer than the ordinary one, or to fail. */
async function expectCheap(ordinary: Sent, hostile: Record<string, Sent>): Promise<void> {
  for (const each of [ordinary, ...Object.values(hostile)])
    expect([each.path.slice(0, 50), await send(each)]).not.toEqual([each.path.slice(0, 50), 500]);
  const calls = Object.fromEntries(Object.entries(hostile).map(([name, each]) => [name, () => send(each)]));
  const { ordinary: usual, ...times } = await medianTimes<string>(ROUNDS, { ordinary: () => send(ordinary), ...calls });
  const slow = Object.entries(times).filter(([, ms]) => ms > MOST_TIMES * usual!);
  expect(slow.map(([name, ms]) => `${name}: ${Math.round(ms / usual!)} times as long`)).toEqual([]);
}

describe('a form of the site', () => {
  it.each(FORMS)('%s costs no more with thousands of fields', async (path) => {
    await expectCheap(asForm(path, 'name=Ruth'), {
      'many fields': asForm(path, manyFields()),
      'many times the same field': asForm(path, repeated('name=&')),
      'nested names': asForm(path, `a${repeated('[a]')}=1`),
      JSON: asJson(path, manyKeys()),
    });
    expect(await send(asForm(path, manyFields()))).toBe(413);
    expect(await send(asJson(path, '{"name":["a"],"birthdateMonth":1}'))).toBe(415);
  });
});

describe('a JSON call', () => {
  it.each([
    '/api/trial-signup',
    '/api/stripe/webhook',
    '/api/internal/activity',
    '/api/csp-reports',
    '/api/admin/login',
  ])('%s costs no more with thousands of keys or levels', async (path) => {
    const large = /webhook|activity/.test(path);
    const many = (body: string) => (large ? `[${Array.from({ length: 30 }, () => body).join()}]` : body);
    await expectCheap(asJson(path, JSON.stringify({ name: 'x'.repeat(large ? 900_000 : SIZE - 100) })), {
      'many keys': asJson(path, many(manyKeys())),
      nested: asJson(path, many(nested())),
    });
  });

  it('with thousands of keys or levels is refused before its fields are read', async () => {
    const answered = async (body: string) => {
      const { path, headers } = asJson('/api/trial-signup', body);
      const answer = await fetch(stack.url + path, { method: 'POST', headers: headers!, body });
      return { status: answer.status, body: await answer.json() };
    };
    const unread = { status: 400, body: { error: ERRORS.invalid } };
    for (const body of [manyKeys(), nested(), `[${repeated('0,')}0]`]) expect(await answered(body)).toEqual(unread);
    const inText = await answered(JSON.stringify({ message: repeated('[{,"\\', SIZE / 2) }));
    expect(inText).toMatchObject({ status: 400, body: { fields: expect.any(Object) } });
  });
});

describe('a typed text', () => {
  const fieldsOf = {
    '/api/trial-signup': () => ({ ...aPastor() }),
    '/api/check-user-exists': () => ({ phone: '' }),
    '/api/ambassador-application': () => ({ ...anApplication() }),
    '/api/newsletter-subscriptions': () => ({ email: '' }),
    '/api/verify-code': () => ({ trialId: 7, code: '' }),
  } satisfies Record<string, () => object>;

  it.each(Object.entries(fieldsOf))('of any kind costs no more in any field of %s', async (path, fields) => {
    const ordinary = asJson(path, JSON.stringify({ ...fields(), more: 'x'.repeat(SIZE - 2000) }));
    const hostile = Object.entries(TEXTS).flatMap(([name, part]) =>
      Object.keys(fields()).map((field): [string, Sent] => [
        `${name} in ${field}`,
        asJson(
          path,
          JSON.stringify({ [field]: hostileText(part) }).replaceAll(/(?:\\r\\n)+/g, (each) => each.slice(0, SIZE / 2)),
        ),
      ]),
    );
    await expectCheap(ordinary, Object.fromEntries(hostile));
  });
});

describe('an address and its headers', () => {
  it('cost no more, however long they are', async () => {
    const long = (part: string) => repeated(part, HEADER_SIZE);
    const withHeader = (name: string, value: string): Sent => ({ path: '/pricing', headers: { [name]: value } });
    await expectCheap(
      { path: `/pricing?x=${long('x')}` },
      {
        'many slashes': { path: `/pricing${long('/')}x` },
        'many slashes at the end': { path: `/pricing/x${long('/')}` },
        'many slashes in the middle': { path: `/pricing${long('/')}x/` },
        'many parameters': { path: `/api/config?${long('a=1&')}` },
        'many pairs of brackets': { path: `/api/config?${long('a[]=')}` },
        'many percent signs': { path: `/pricing/${long('%2e')}` },
        cookies: withHeader('cookie', long('a=1; ')),
        'a cookie': withHeader('cookie', `trial_signup=${long('"')}`),
        'accepted types': withHeader('accept', long('text/html;q=0.1,')),
        'accepted encodings': withHeader('accept-encoding', long('br;q=0,')),
        'accepted languages': withHeader('accept-language', long('en,')),
        etags: withHeader('if-none-match', long('W/"a", ')),
        ranges: withHeader('range', `bytes=${long('0-1,')}`),
        proxies: withHeader('x-forwarded-for', long('1.1.1.1:1,')),
      },
    );
    expect(await send({ path: `/api/config?${long('a=1&')}` })).toBe(400);
  });
});
