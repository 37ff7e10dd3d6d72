/** Every answer that a support agent can get, searched for the personal values that a masked role must not read. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { QUEUE_KINDS, REPAIR_NAMES } from '@lampstand/contracts/back-office';
import {
  type Agent,
  anAgent,
  anEmail,
  type Answer,
  aPhone,
  canaries,
  type Canaries,
  hiddenValuesOf,
  mailKeysOf,
} from '../builders/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
let made: Canaries;
let support: Agent;
let deadJob: string;
let mails: string[];
/** What finds records in a list or the search: the name, and an email and a phone of each kind as a whole. */
let searches: string[];
let described: [call: string, parameters: Parameter[]][];

interface Parameter {
  name: string;
  in: string;
  schema?: { enum?: string[] };
}

beforeAll(async () => {
  [made, support] = await Promise.all([canaries(stack), anAgent(stack)]);
  mails = await mailKeysOf(stack, made);
  const contacts = await stack.query(
    `(SELECT email, phone FROM trial_signups WHERE last_name = $1 LIMIT 1)
      UNION ALL (SELECT email, phone FROM ambassador_applications WHERE last_name = $1 LIMIT 1)
      UNION ALL SELECT email, phone FROM trial_requests WHERE last_name = $1`,
    [made.name],
  );
  searches = [made.name, ...contacts.flatMap(({ email, phone }) => [email, phone, phone.slice(-4)])];
  const data = { subjectId: String(made.signups[0]), queue: 'sendWelcomeMail', requestId: 'test' };
  const job = `INSERT INTO pgboss.job (name, data) VALUES ('deadLetters', $1) RETURNING id`;
  deadJob = (await stack.query(job, [JSON.stringify(data)]))[0].id;
  const { body } = await support.get('/api/admin/docs-json');
  described = Object.entries(body.paths as Record<string, Record<string, { parameters?: Parameter[] }>>)
    .filter(([path]) => /^\/api\/(admin|incomplete-trials)\//.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [] }]): [string, Parameter[]] => [
        `${method.toUpperCase()} ${path}`,
        parameters,
      ]),
    );
}, 120_000);

/** The records of a path with a parameter. */
const SUBJECTS: Record<string, () => (string | number)[]> = {
  '/api/admin/trials/': () => made.signups,
  '/api/admin/ambassadors/': () => made.applications,
  '/api/admin/trial-requests/': () => [made.request],
  '/api/admin/mails/': () => mails,
  '/api/admin/files/': () => [1],
  '/api/admin/queue/': () => [...made.signups, ...made.applications, made.request],
  '/api/admin/privacy/': () => [made.request],
};
/** What `{kind}` of a path may be. */
const KINDS = [...QUEUE_KINDS, 'signup', 'reader'];
const subjectsOf = (path: string): (string | number)[] => {
  const subjects = Object.entries(SUBJECTS).find(([start]) => path.startsWith(start))?.[1]();
  if (!subjects) throw new Error(`Add the records of ${path} to SUBJECTS`);
  return subjects;
};

/** Values of query parameters without a closed list in the description. */
const VALUES: Record<string, () => string[]> = {
  q: () => searches,
  include: () => ['superseded', 'erased'],
  columns: () => ['Email,Phone'],
};

/** Query parameters that a call requires. */
const REQUIRED: Record<string, string> = { queue: 'queue=sendWelcomeMail', by: 'by=plan' };

/** The addresses of a GET call: for each record, and with each value of each query parameter. */
function addressesOf(path: string, parameters: Parameter[]): string[] {
  const named = parameters.filter((each) => each.in === 'query');
  const required = named.flatMap(({ name }) => REQUIRED[name] ?? []);
  const tried = named
    .filter(({ name }) => !REQUIRED[name])
    .flatMap(({ name, schema }) =>
      (VALUES[name]?.() ?? schema?.enum ?? []).map((value) => `${name}=${encodeURIComponent(value)}`),
    );
  const queries = ['', ...tried].map((query) => [...required, query].filter(Boolean).join('&'));
  const templates = path.includes('{kind}') ? KINDS.map((kind) => path.replace('{kind}', kind)) : [path];
  const paths = templates.flatMap((template) =>
    (template.includes('{') ? subjectsOf(path) : ['']).map((subject) =>
      template.replace(/\{\w+\}/, encodeURIComponent(subject)),
    ),
  );
  return paths.flatMap((each) => queries.map((query) => `${each}?${query}`));
}

type Called = [call: string, answer: Answer];

async function everyGet(): Promise<Called[]> {
  const answers: Called[] = [];
  for (const [call, parameters] of described.filter(([name]) => name.startsWith('GET ')))
    for (const address of addressesOf(call.slice(4), parameters)) answers.push([address, await support.get(address)]);
  return answers;
}

/** What the answers show of the values that are hidden now. */
async function leaksIn(answers: Called[]): Promise<string[]> {
  const hidden = await hiddenValuesOf(stack, made);
  return answers.flatMap(([call, { text, headers }]) => {
    const all = [text, ...[...headers].map(([name, value]) => `${name}: ${value}`)].join('\n');
    return hidden.flatMap(({ column, pattern }) => {
      const at = all.search(pattern);
      return at < 0 ? [] : [`${call} shows ${column}: ${all.slice(Math.max(0, at - 80), at + 60)}`];
    });
  });
}

/** The POST calls that a support agent makes, with their bodies; each name in parentheses fills in the last parameter. */
const POSTS: Record<string, (subject: string | number) => object> = {
  'trials/{id}/notes': () => ({ text: 'Called on Monday.' }),
  'trials/{id}/{repair}': () => ({
    email: anEmail('c'),
    phone: aPhone(),
    until: '2030-01-31',
    plan: 'tier_20_49',
    by: 1,
    confirm: 'ERASE',
  }),
  'ambassadors/{id}/notes': () => ({ text: 'Called on Monday.' }),
  'ambassadors/{id}/{action}': () => ({}),
  'ambassadors/{id}/undo': () => ({}),
  'trial-requests/{id}/notes': () => ({ text: 'Called on Monday.' }),
  'trial-requests/{id}/answers': () => ({ text: 'We call you on Monday.' }),
  'trial-requests/{id}/{action}': () => ({}),
  'mails/{key}/send': () => ({}),
  'queue/{kind}/{id}/{action}': () => ({}),
  views: () => ({ path: '/admin', query: {}, name: 'All', shared: true, every: 'never', rows: 'all' }),
  'views/{id}': () => ({}),
  'views/{id}/delete': () => ({}),
  'dead-jobs/retry': () => ({ ids: [deadJob] }),
  'dead-jobs/dismiss': () => ({ ids: [deadJob] }),
};

/** Calls that are not made here, and why. */
const LEFT_OUT: Record<string, string> = {
  'trials/{id}/reveal': 'shows the person to whom the audit names',
  'ambassadors/{id}/reveal': 'as that of a sign-up',
  'trial-requests/{id}/reveal': 'as that of a sign-up',
  login: 'signs in',
  logout: 'ends the session',
  'check-auth': 'unlocks the database page',
  'password-link': 'is for everyone',
  password: 'is for everyone',
  'account/passkeys': 'is about the own account',
  'account/password': 'is about the own account',
  'account/sessions/{id}/end': 'is about the own account',
  'account/authenticator': 'is about the own account',
  'account/authenticator/options': 'is about the own account',
  'account/authenticator/remove': 'is about the own account',
  'account/passkeys/options': 'is about the own account',
  'account/passkeys/{id}/remove': 'is about the own account',
  staff: 'is refused for support',
  'staff/{id}/{change}': 'is refused for support',
  'privacy/find': 'is refused for support',
  'privacy/file': 'is refused for support',
  'privacy/unsubscribe': 'is refused for support',
  'privacy/erase': 'is refused for support',
};

/** Without erasing, which leaves nothing to read; what is undone is corrected again. */
const ACTIONS: Record<string, readonly string[]> = {
  '{repair}': ['undo-correction', ...REPAIR_NAMES.filter((name) => !/erase|erasure|undo/.test(name))],
  '{action}': ['take', 'release', 'snooze', 'done', 'mark-answered', 'close', 'start-review', 'approve'],
};

async function everyPost(): Promise<Called[]> {
  const answers: Called[] = [];
  for (const [template, bodyOf] of Object.entries(POSTS)) {
    const actions = Object.entries(ACTIONS).find(([name]) => template.endsWith(name));
    const kinds = template.startsWith('queue/') ? QUEUE_KINDS : [''];
    const subjects = /^(trials|ambassadors|trial-requests|mails)\//.test(template)
      ? subjectsOf(`/api/admin/${template}`)
      : made.signups;
    for (const subject of subjects)
      for (const kind of kinds)
        for (const action of actions?.[1] ?? ['']) {
          const call = template
            .replace('{kind}', kind)
            .replace(/\{(id|key)\}/, encodeURIComponent(subject))
            .replace(/\{\w+\}/, action);
          answers.push([`POST ${call}`, await support.post(`admin/${call}`, bodyOf(subject))]);
        }
  }
  return answers;
}

describe('what a support agent reads', () => {
  it('has no hidden value in the answer to any GET call, about any record', async () => {
    const answers = await everyGet();
    expect(await leaksIn(answers)).toEqual([]);
    const refused = answers.filter(([, { status }]) => ![200, 401, 403].includes(status)).map(([call]) => call);
    expect(refused.filter((call) => !call.startsWith('/api/admin/queue/'))).toEqual([]);
    const read = answers.filter(([, { status, text }]) => status === 200 && text.includes(made.name));
    for (const path of [
      'trials/',
      'ambassadors/',
      'trial-requests/',
      'trial-signups?',
      'search?',
      'users?',
      'dead-jobs?',
    ])
      expect([path, read.some(([call]) => call.startsWith(`/api/admin/${path}`))]).toEqual([path, true]);
  }, 120_000);

  it('has no hidden value in the answer to any POST call, nor in any answer after it', async () => {
    const posted = described
      .filter(([call]) => call.startsWith('POST '))
      .map(([call]) => call.slice('POST /api/admin/'.length));
    expect(posted.filter((call) => !POSTS[call] && !LEFT_OUT[call])).toEqual([]);
    const answers = await everyPost();
    expect(answers.filter(([, { status }]) => status === 200).length).toBeGreaterThan(20);
    mails = await mailKeysOf(stack, made);
    expect(await leaksIn([...answers, ...(await everyGet())])).toEqual([]);
  }, 120_000);
});
