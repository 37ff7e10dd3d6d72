/** Every answer that a support agent can get, searched for the personal values that a masked role must not read. @slow */
import { beforeAll, describe, expect, it } from 'vitest';
import { QUEUE_KINDS, SUPPORT_ACTION_NAMES, type SupportActionName } from '@lampstand/contracts/back-office';
import {
  aBodyOf,
  aDeadLetter,
  type Agent,
  anAgent,
  type Called,
  canaries,
  type Canaries,
  describedCalls,
  everyRead,
  hiddenValuesOf,
  subjectsAmong,
} from '../builders/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
let made: Canaries;
let support: Agent;
let deadJob: string;

beforeAll(async () => {
  [made, support] = await Promise.all([canaries(stack), anAgent(stack)]);
  deadJob = await aDeadLetter(stack, 'sendWelcomeMail', made.signups[0]!);
}, 120_000);

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

const IN_THREE_DAYS = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);

/** Without erasing, which leaves nothing to read, and canceling last; what is undone is corrected again. */
const RUN: readonly SupportActionName[] = [
  'undo-correction',
  ...SUPPORT_ACTION_NAMES.filter((name) => !/erase|erasure|undo|cancel-signup/.test(name)),
  'cancel-signup',
];

/** The POST calls that a support agent makes, with their bodies; each name in parentheses fills in the last parameter. */
const POSTS: Record<string, (subject: string | number) => object> = {
  'trials/{id}/notes': () => ({ text: 'Called on Monday.' }),
  ...Object.fromEntries(RUN.map((name) => [`trials/{id}/${name}`, () => aBodyOf(name)])),
  'ambassadors/{id}/notes': () => ({ text: 'Called on Monday.' }),
  'ambassadors/{id}/{action}': () => ({}),
  'ambassadors/{id}/undo': () => ({}),
  'trial-requests/{id}/notes': () => ({ text: 'Called on Monday.' }),
  'trial-requests/{id}/answers': () => ({ text: 'We call you on Monday.' }),
  'trial-requests/{id}/{action}': () => ({}),
  'mails/{key}/send': () => ({}),
  'queue/{kind}/{id}/snooze': () => ({ until: IN_THREE_DAYS }),
  'queue/{kind}/{id}/assign': () => ({ to: support.name }),
  'queue/{kind}/{id}/{action}': () => ({}),
  views: () => ({ path: '/admin', query: {}, name: 'All', shared: true }),
  'views/{id}': () => ({}),
  'views/{id}/delete': () => ({}),
  'dead-jobs/retry': () => ({ ids: [deadJob] }),
  'dead-jobs/dismiss': () => ({ ids: [deadJob] }),
};

/** Calls that are not made here, and why. */
const LEFT_OUT: Record<string, string> = {
  'trials/{id}/erase': 'leaves nothing to read',
  'trials/{id}/approve-erasure': 'leaves nothing to read',
  'trials/{id}/undo-erasure': 'needs a requested erasure',
  'trials/{id}/reveal': 'shows the person to whom the audit names',
  'ambassadors/{id}/reveal': 'as that of a sign-up',
  'trial-requests/{id}/reveal': 'as that of a sign-up',
  login: 'signs in',
  logout: 'ends the session',
  'check-auth': 'unlocks the database page',
  'password-link': 'is for everyone',
  password: 'is for everyone',
  'account/passkeys': 'is about the own account',
  'account/name': 'is about the own account',
  'account/password': 'is about the own account',
  'account/sessions/{id}/end': 'is about the own account',
  'account/authenticator': 'is about the own account',
  'account/authenticator/options': 'is about the own account',
  'account/authenticator/remove': 'is about the own account',
  'account/passkeys/options': 'is about the own account',
  'account/passkeys/{id}/remove': 'is about the own account',
  'code-lanes': 'is refused for support',
  staff: 'is refused for support',
  'staff/{id}/change-role': 'is refused for support',
  'staff/{id}/send-password-link': 'is refused for support',
  'staff/{id}/end-sessions': 'is refused for support',
  'staff/{id}/reset-sign-in': 'is refused for support',
  'staff/{id}/disable': 'is refused for support',
  'staff/{id}/enable': 'is refused for support',
  'privacy/find': 'is refused for support',
  'privacy/file': 'is refused for support',
  'privacy/unsubscribe': 'is refused for support',
  'privacy/erase': 'is refused for support',
};

const ACTIONS: Record<string, readonly string[]> = {
  '{action}': ['take', 'release', 'done', 'mark-answered', 'close', 'approve'],
};

async function everyPost(): Promise<Called[]> {
  const subjectsOf = await subjectsAmong(stack, made);
  const answers: Called[] = [];
  for (const [template, bodyOf] of Object.entries(POSTS)) {
    const actions = Object.entries(ACTIONS).find(([name]) => template.endsWith(name));
    const kinds = template.startsWith('queue/') ? QUEUE_KINDS : [''];
    const subjects = /^(trials|ambassadors|trial-requests|mails)\//.test(template)
      ? subjectsOf(`/api/admin/${template}`)
      : made.signups;
    for (const [at, kind] of kinds.entries())
      // Of each kind of the queue one record.
      for (const subject of kind ? [subjects[at % subjects.length]!] : subjects)
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
    const answers = await everyRead(stack, made, support);
    expect(await leaksIn(answers)).toEqual([]);
    const refused = answers.filter(([, { status }]) => ![200, 401, 403].includes(status)).map(([call]) => call);
    expect(refused.filter((call) => !call.startsWith('/api/admin/queue/'))).toEqual([]);
    const read = answers.filter(([, { status, text }]) => status === 200 && text.includes(made.name));
    for (const path of ['trials/', 'ambassadors/', 'trial-requests/', 'trial-signups?', 'search?', 'dead-jobs?'])
      expect([path, read.some(([call]) => call.startsWith(`/api/admin/${path}`))]).toEqual([path, true]);
  }, 120_000);

  it('has no hidden value in the answer to any POST call, nor in any answer after it', async () => {
    const posted = (await describedCalls(support))
      .filter(([call]) => call.startsWith('POST '))
      .map(([call]) => call.slice('POST /api/admin/'.length));
    expect(posted.filter((call) => !POSTS[call] && !LEFT_OUT[call])).toEqual([]);
    const answers = await everyPost();
    expect(answers.filter(([, { status }]) => status === 200).length).toBeGreaterThan(20);
    expect(await leaksIn([...answers, ...(await everyRead(stack, made, support))])).toEqual([]);
  }, 120_000);
});
