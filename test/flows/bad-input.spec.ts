/** Malformed, oversized and hostile input, and text that PostgreSQL cannot store. @slow */
import { describe, expect, it } from 'vitest';
import { SUPPORT_ACTION_NAMES } from '@lampstand/contracts/back-office';
import fc from 'fast-check';
import {
  aBodyOf,
  type Answer,
  aPastor,
  aTrial,
  callsTo,
  signedIn,
  storedTrial,
  VALID_BODIES,
  unlocksDatabase,
} from '../builders/index.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();

const { get, post, raw } = callsTo(stack);
const direct = callsTo({ url: stack.apiUrls[0]! });

const JSON_TYPE = { 'content-type': 'application/json' };

const CALLS = Object.keys(VALID_BODIES);
/** In the gate, each field of a call is tried with a third of the values, the next one with others. */
const isTried = (field: number, value: number) => process.env['THOROUGH'] || value % 3 === field % 3;

const refused = ({ status, body, text, what }: Answer & { what?: string }, ...statuses: number[]) => {
  const answer = { what, text, status: statuses.includes(status) ? 'refused' : status };
  expect(answer).toEqual({ what, text, status: 'refused' });
  expect(body).toMatchObject({ error: expect.any(String) });
};

/** Browsers send reports in several forms, and expect no answer (`csp-reports.spec.ts`). */
const REPORTS = 'csp-reports';

it('The table has every public call that takes JSON', async () => {
  const { body } = await get('/api/docs-json');
  const takesJson = (path: string) => body.paths[path].post?.requestBody?.content['application/json'];
  expect(
    Object.keys(body.paths)
      .filter(takesJson)
      .map((path) => path.replace('/api/', ''))
      .toSorted(),
  ).toEqual([...CALLS, REPORTS].toSorted());
});

describe('a body', () => {
  const BODIES = (call: string): [string, string][] => [
    ['nothing', ''],
    ['half a body', '{"trialId": 7'],
    ['words', 'trialId=7'],
    ['a list', '[]'],
    ['a list of bodies', JSON.stringify([VALID_BODIES[call]])],
    ['null', 'null'],
    ['a number', '7'],
    ['a text', '"7"'],
    ['a prototype', '{"__proto__": {"trialId": 7}}'],
    ['a constructor', '{"constructor": {"prototype": {"trialId": 7}}}'],
    ['deep nesting', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['bytes that are not text', '\u0000\uFFFD\u0001'],
  ];
  const TYPES = (call: string): [string, BodyInit, Record<string, string>][] => [
    ['a form of another site', new URLSearchParams({ trialId: '7' }), {}],
    ['plain text', JSON.stringify(VALID_BODIES[call]), { 'content-type': 'text/plain' }],
    ['no content type', new Blob([JSON.stringify(VALID_BODIES[call])]), {}],
    ['a file', JSON.stringify(VALID_BODIES[call]), { 'content-type': 'multipart/form-data; boundary=x' }],
  ];

  it.each(CALLS)('of %s is refused if it is no JSON, no object or too large', async (call) => {
    for (const [what, body] of BODIES(call)) refused({ ...(await raw(call, body, JSON_TYPE)), what }, 400);
    for (const [what, body, headers] of TYPES(call)) refused({ ...(await raw(call, body, headers)), what }, 415);
    const large = JSON.stringify({ ...VALID_BODIES[call], message: 'x'.repeat(2 << 20) });
    refused(await direct.raw(call, large, JSON_TYPE), 413);
  });
});

describe('a field', () => {
  const WRONG: unknown[] = [
    null,
    true,
    {},
    [],
    [1],
    { $gt: '' },
    1e308,
    2 ** 53,
    1.5,
    -1,
    'a\u0000b',
    '\uD800',
    'x'.repeat(5000),
    { toString: 'x' },
  ];
  const OPTIONAL = ['lastName', 'howHeardAbout', 'churchSoftware', 'message'];

  it.each(CALLS)('of %s is refused with a wrong type or value', async (call) => {
    for (const [at, field] of Object.keys(VALID_BODIES[call]!).entries())
      for (const value of WRONG.filter((_, index) => isTried(at, index))) {
        if (OPTIONAL.includes(field) && value === null) continue;
        const answer = await post(call, {
          ...VALID_BODIES[call],
          ...(call === 'trial-signup' && aPastor()),
          [field]: value,
        });
        const what = `${field}: ${JSON.stringify(value).slice(0, 20)}`;
        refused({ ...answer, what }, 400, ...(field === 'trialId' ? [404] : []), ...(field === 'token' ? [410] : []));
        expect(Object.keys(answer.body.fields ?? { [field]: '' })).toEqual([field]);
      }
  });

  it.each(CALLS)('of %s is required', async (call) => {
    for (const field of Object.keys(VALID_BODIES[call]!).filter((each) => !OPTIONAL.includes(each))) {
      const { [field]: _, ...rest } = VALID_BODIES[call]!;
      const answer = await post(call, rest);
      refused({ ...answer, what: field }, 400);
      expect(Object.keys(answer.body.fields)).toEqual([field]);
    }
  });
});

describe('an id in a path', () => {
  const PATHS: Record<string, string> = {
    '/api/admin/privacy/{kind}/{id}': '/api/admin/privacy/application/{id}',
    '/api/admin/queue/{kind}/{id}': '/api/admin/queue/request/{id}',
    '/api/admin/queue/{kind}/{id}/snooze': '/api/admin/queue/request/{id}/snooze',
    '/api/admin/queue/{kind}/{id}/{action}': '/api/admin/queue/request/{id}/take',
    '/api/admin/ambassadors/{id}/{action}': '/api/admin/ambassadors/{id}/approve',
    '/api/admin/trial-requests/{id}/{action}': '/api/admin/trial-requests/{id}/take',
  };
  const VIEW = { path: '/admin', query: {}, name: 'All', shared: false, every: 'never', rows: 'all' };
  /** All that any of the calls takes: only the id is to be refused. */
  const BODY = {
    text: 'Called on Monday.',
    role: 'support',
    until: '2030-01-31',
    from: 'a@b.example',
    to: 'Maria Cole',
    ...VIEW,
  };
  /** What it takes at this path. */
  const bodyOf = (path: string) => {
    const action = SUPPORT_ACTION_NAMES.find((name) => path === `/api/admin/trials/{id}/${name}`);
    return action ? aBodyOf(action) : BODY;
  };
  /** Of some tables only: the id is one more than an integer of PostgreSQL can be. */
  const LARGE = '2147483648';
  const WRONG = [LARGE, '9007199254740992', '9'.repeat(30), '-1', '0', '1.5', '1e3', 'seven'];

  it('is a 404 in each call when no record can have it', async () => {
    const { get, post, password } = await signedIn(stack, 'administrator');
    const { body } = await get('/api/admin/docs-json');
    const calls = Object.entries(body.paths as Record<string, object>)
      .filter(([path]) => path.includes('{id}'))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ method, path: PATHS[path] ?? path })));
    expect(calls.length).toBeGreaterThan(20);
    const answers: string[] = [];
    for (const { method, path } of calls)
      for (const id of WRONG.filter((_, index) =>
        isTried(
          calls.findIndex((call) => call.path === path),
          index,
        ),
      )) {
        const url = path.replace('{id}', id);
        const { status } = method === 'get' ? await get(url) : await post(url.slice(5), { ...bodyOf(path), password });
        if (status !== 404 && !(id === LARGE && status === 200)) answers.push(`${method} ${url}: ${status}`);
      }
    expect(answers).toEqual([]);
  });
});

describe('unusual and hostile names', () => {
  const NAUGHTY = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.stringMatching(/^[ '"<>%$;()&\\/{}-]{0,20}$/),
    fc.constantFrom(
      "Robert'); DROP TABLE trial_signups;--",
      '${7*7}',
      '{{7*7}}',
      '=1+1',
      '%s%n',
      '../../etc/passwd',
      'null',
      'İ',
      'ﷺ',
      'e\u0301e\u0301',
    ),
  );

  /** The text in NFC without white space and invisible characters. */
  const seen = (typed: unknown) =>
    String(typed)
      .replaceAll(/[\s\u0085\p{DI}]/gu, '')
      .normalize('NFC');
  const REASONS = [
    'Church name is required',
    'Please leave out links and email addresses',
    'This text has hidden characters. Please type it again',
  ];

  it('are stored with all that is seen of them, or refused with the reason', async () => {
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(NAUGHTY, NAUGHTY, async (churchName, lastName) => {
        const { status, body } = await post('trial-signup', aPastor({ churchName, lastName }));
        statuses.add(status);
        if (status === 201) {
          const row = await storedTrial(stack, body.id);
          expect(seen(row['church_name'])).toBe(seen(churchName));
          expect(seen(row['last_name'])).toBe(seen(lastName));
        } else {
          expect(status).toBe(400);
          for (const message of Object.values(body.fields)) expect(REASONS).toContain(message);
        }
      }),
      { numRuns: process.env['THOROUGH'] ? 200 : 60, seed: 20_261_103 },
    );
    expect(statuses).toEqual(new Set([201, 400]));
  });
});

describe('a request of another site', () => {
  const { host, port } = new URL(stack.url);

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['the origin null', { origin: 'null' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['another scheme', { origin: `https://${host}` }],
    ['an origin that starts like ours', { origin: `http://127.0.0.1:${port}.evil.example` }],
    ['a browser that reports it', { 'sec-fetch-site': 'cross-site' }],
    ['a browser that reports it, with our origin', { origin: `http://${host}`, 'sec-fetch-site': 'cross-site' }],
  ] as [string, Record<string, string>][])('is refused when it comes with %s', async (_what, headers) => {
    const { id } = await aTrial(stack, { state: 'billingInformation' });
    const answer = await post('update-selected-plan', { trialId: id, selectedPlan: 'tier_50_99' }, headers);
    refused(answer, 403);
    expect((await storedTrial(stack, id)).selected_plan).toBe('tier_1_19');
  });

  it.each([
    ['our own', { origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }],
    ['our own at localhost', { origin: `http://localhost:${port}` }],
    ['a client that is not a browser', {}],
    ['an address that was typed in', { 'sec-fetch-site': 'none' }],
  ] as [string, Record<string, string>][])('is accepted when it is %s', async (_what, headers) => {
    expect((await post('check-user-exists', { phone: '5125550142' }, headers)).status).toBe(200);
  });
});

describe('Text that cannot be stored', () => {
  interface Schema {
    type?: string;
    enum?: string[];
    properties?: Record<string, Schema>;
    additionalProperties?: Schema;
    items?: Schema;
    anyOf?: Schema[];
  }
  interface Call {
    parameters?: { name: string; in: string; schema: Schema; required?: boolean }[];
    requestBody?: { content: Record<string, { schema: Schema }> };
  }

  /** Valid texts of the fields that have a form of their own. */
  const VALID: Record<string, string> = {
    name: 'Mary Cole',
    email: 'mary@church.example',
    phone: '5125550142',
    password: 'a lamp on its stand',
    newPassword: 'a lamp on its stand',
    code: '123456',
    totp: '123456',
    until: '2030-01-31',
    payment: 'in_1',
    amount: '5.00',
    ids: '00000000-0000-0000-0000-000000000000',
  };

  /** A valid value; texts are as in `VALID`. */
  function valid(schema: Schema, name = ''): unknown {
    const { type, properties, items, anyOf } = schema;
    if (anyOf) return valid(anyOf[0]!, name);
    if (items) return [valid(items, name)];
    if (properties)
      return Object.fromEntries(Object.entries(properties).map(([field, each]) => [field, valid(each, field)]));
    if (type === 'object') return {};
    if (type === 'number' || type === 'integer') return 1;
    return type === 'boolean' ? false : (schema.enum?.[0] ?? VALID[name] ?? 'a');
  }

  type Place = [name: string, put: (text: string) => unknown];

  /** Each place of a text in a value, with the value that has another text there. */
  function placesOf(schema: Schema): Place[] {
    const { type, properties, additionalProperties, items, anyOf } = schema;
    const below = (field: string, each: Schema, put: (value: unknown) => unknown): Place[] =>
      placesOf(each).map(([place, within]) => [`${field}.${place}`, (text) => put(within(text))]);
    if (anyOf) return anyOf.flatMap(placesOf);
    if (items) return placesOf(items).map(([place, within]) => [`0.${place}`, (text) => [within(text)]]);
    if (properties) {
      const whole = valid(schema) as object;
      return Object.entries(properties).flatMap(([field, each]) =>
        below(field, each, (value) => ({ ...whole, [field]: value })),
      );
    }
    if (additionalProperties)
      return [
        ['x.', (text) => ({ x: text })],
        ['', (text) => ({ [text]: 'x' })],
      ];
    return type === 'string' ? [['', (text) => text]] : [];
  }

  const nameOf = (place: string) => place.replaceAll(/\.+$/g, '');

  describe('a text that PostgreSQL cannot store', () => {
    const UNSTORABLE = ['a\0b', 'a\uD800b'];

    it('is refused by name in each text of each body that staff send', async () => {
      const staff = await signedIn(stack, 'administrator');
      const answers: string[] = [];
      let tried = 0;
      for (const [path, { post }] of await callsOfStaff()) {
        const schema = post?.requestBody?.content['application/json']?.schema;
        for (const [place, put] of schema ? placesOf(schema) : [])
          for (const text of UNSTORABLE) {
            const { status, body } = await staff.post(pathOf(path, post!).slice(5), put(text));
            tried += 1;
            const named = Object.keys(body.fields ?? {});
            const isNamed = named.length === 1 && named[0]!.startsWith(nameOf(place));
            if (status !== 400 || !isNamed) answers.push(`${path} ${place}: ${status} ${named.join()}`);
          }
      }
      expect(answers).toEqual([]);
      expect(tried).toBeGreaterThan(100);
    }, 60_000);

    it('is refused by name in each parameter of an address that staff open', async () => {
      const staff = await unlocksDatabase(stack, await signedIn(stack, 'administrator'));
      const answers: string[] = [];
      let tried = 0;
      for (const [path, methods] of await callsOfStaff())
        for (const [method, call] of Object.entries(methods)) {
          for (const parameter of (call.parameters ?? []).filter(({ schema }) => schema.type === 'string')) {
            const address = pathOf(path, call, { [parameter.name]: 'a%00b' });
            const { status, body } =
              method === 'get' ? await staff.get(address) : await staff.post(address.slice(5), bodyOf(call));
            tried += 1;
            const named = Object.keys(body.fields ?? {}).join();
            if (status !== 400 || named !== parameter.name) answers.push(`${method} ${address}: ${status} ${named}`);
          }
        }
      expect(answers).toEqual([]);
      expect(tried).toBeGreaterThan(150);
    }, 60_000);

    async function callsOfStaff() {
      const { get } = await signedIn(stack, 'administrator');
      const { body } = await get('/api/admin/docs-json');
      const paths = Object.entries(body.paths as Record<string, Record<string, Call>>);
      return paths.filter(([path]) => /^\/api\/(admin|incomplete-trials)\//.test(path));
    }
  });

  const bodyOf = ({ requestBody }: Call) => {
    const schema = requestBody?.content['application/json']?.schema;
    return schema ? valid(schema) : {};
  };

  /** The address of a call with valid parameters but these: those of the path, required ones and given ones. */
  function pathOf(path: string, { parameters = [] }: Call, given: Record<string, string> = {}): string {
    const valueOf = ({ name, schema }: (typeof parameters)[number]) => given[name] ?? String(valid(schema, name));
    const query = parameters.filter((each) => each.in === 'query' && (each.required || given[each.name] !== undefined));
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      valueOf(parameters.find((each) => each.name === name && each.in === 'path')!),
    );
    return [filled, query.map((each) => `${each.name}=${valueOf(each)}`).join('&')].filter(Boolean).join('?');
  }
});
