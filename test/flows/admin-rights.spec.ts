import { describe, expect, it } from 'vitest';
import { SUPPORT_ACTION_NAMES } from '@lampstand/contracts/back-office';
import { aBodyOf, aPastor, callsTo, cookiesOf, signedIn } from '../builders/index.ts';
import { ADMIN, sharedStack } from '../support/index.ts';

const stack = sharedStack();

/** Callers; each cookie is valid for its own purpose. */
const CALLERS = ['no session', 'a trial', 'the unlocked database page', 'support', 'an administrator'] as const;
type Caller = (typeof CALLERS)[number];

const COOKIES: Record<Caller, () => Promise<string>> = {
  'no session': async () => '',
  'a trial': async () => cookiesOf(await callsTo(stack).post('trial-signup', aPastor())),
  'the unlocked database page': async () =>
    cookiesOf(await callsTo(stack).post('admin/check-auth', { password: ADMIN.ADMIN_DATABASE_PASSWORD })),
  support: async () => (await signedIn(stack, 'support')).cookie,
  'an administrator': async () => (await signedIn(stack, 'administrator')).cookie,
};

type Call = [call: string, statuses: number[], sent?: { path?: string; body?: object }];

/**
 * Every call of the back office as the OpenAPI description names it, and the status for each of CALLERS. A POST sends {}
 * unless it has a `body`; a caller with the right gets the 400 or 404 of the missing input. `path` fills in parameters.
 */
const CALLS: Call[] = [
  ['POST /api/admin/login', [400, 400, 400, 400, 400]],
  ['POST /api/admin/logout', [200, 200, 200, 200, 200]],
  ['GET /api/admin/check-auth', [200, 200, 200, 200, 200]],
  ['POST /api/admin/check-auth', [400, 400, 400, 400, 400]],
  ['GET /api/admin/account', [401, 401, 401, 200, 200]],
  ['POST /api/admin/account/sessions/{id}/end', [401, 401, 401, 404, 404]],
  ['POST /api/admin/account/name', [401, 401, 401, 400, 400]],
  ['POST /api/admin/account/password', [401, 401, 401, 400, 400]],
  ['POST /api/admin/account/authenticator/options', [401, 401, 401, 400, 400]],
  ['POST /api/admin/account/authenticator', [401, 401, 401, 400, 400]],
  ['POST /api/admin/account/authenticator/remove', [401, 401, 401, 400, 400]],
  ['GET /api/admin/account/passkeys', [401, 401, 401, 200, 200]],
  ['POST /api/admin/account/passkeys/options', [401, 401, 401, 400, 400]],
  ['POST /api/admin/account/passkeys', [401, 401, 401, 400, 400]],
  ['POST /api/admin/account/passkeys/{id}/remove', [401, 401, 401, 400, 400]],
  ['GET /api/admin/auth', [401, 401, 200, 401, 401]],
  ['GET /api/admin/docs-json', [401, 401, 401, 200, 200]],
  ['GET /api/admin/audit', [401, 401, 401, 403, 200]],
  ['GET /api/admin/exports', [401, 401, 401, 403, 200]],
  ['GET /api/admin/trial-signups', [401, 401, 401, 200, 200]],
  ['GET /api/admin/trial-signups/export', [401, 401, 401, 403, 200]],
  ['GET /api/admin/trial-signups/export/last', [401, 401, 401, 403, 200]],
  ['GET /api/incomplete-trials/export/last', [401, 401, 401, 403, 200]],
  ['GET /api/admin/ambassadors/export/last', [401, 401, 401, 403, 200]],
  ['GET /api/admin/trial-requests/export/last', [401, 401, 401, 403, 200]],
  ['GET /api/admin/newsletter/export/last', [401, 401, 401, 403, 200]],
  ['GET /api/incomplete-trials/json', [401, 401, 401, 200, 200]],
  ['GET /api/incomplete-trials/export', [401, 401, 401, 403, 200]],
  ['GET /api/admin/privacy/{kind}/{id}', [401, 401, 401, 403, 404]],
  ['POST /api/admin/privacy/find', [401, 401, 401, 403, 400]],
  ['POST /api/admin/privacy/file', [401, 401, 401, 403, 400]],
  ['POST /api/admin/privacy/unsubscribe', [401, 401, 401, 403, 400]],
  ['POST /api/admin/privacy/erase', [401, 401, 401, 403, 400]],
  ['POST /api/admin/password-link', [400, 400, 400, 400, 400]],
  ['POST /api/admin/password', [400, 400, 400, 400, 400]],
  ['GET /api/admin/staff', [401, 401, 401, 403, 200]],
  ['POST /api/admin/staff', [401, 401, 401, 403, 400]],
  ['POST /api/admin/staff/{id}/change-role', [401, 401, 401, 403, 400]],
  ['POST /api/admin/staff/{id}/send-password-link', [401, 401, 401, 403, 400]],
  [
    'POST /api/admin/staff/{id}/end-sessions',
    [401, 401, 401, 403, 404],
    { path: '/api/admin/staff/2147483647/end-sessions' },
  ],
  ['POST /api/admin/staff/{id}/reset-sign-in', [401, 401, 401, 403, 400]],
  ['POST /api/admin/staff/{id}/disable', [401, 401, 401, 403, 400]],
  ['POST /api/admin/staff/{id}/enable', [401, 401, 401, 403, 400]],
  ['GET /api/admin/queue', [401, 401, 401, 200, 200]],
  ['GET /api/admin/changes', [401, 401, 401, 200, 200]],
  ['GET /api/admin/queue/staff', [401, 401, 401, 200, 200]],
  ['GET /api/admin/queue/done', [401, 401, 401, 200, 200]],
  ['GET /api/admin/queue/{kind}', [401, 401, 401, 404, 404]],
  ['GET /api/admin/queue/{kind}/{id}', [401, 401, 401, 404, 404]],
  ['POST /api/admin/queue/{kind}/{id}/snooze', [401, 401, 401, 400, 400]],
  ['POST /api/admin/queue/{kind}/{id}/assign', [401, 401, 401, 400, 400]],
  ['POST /api/admin/queue/{kind}/{id}/{action}', [401, 401, 401, 404, 404], { path: '/api/admin/queue/code/1/sing' }],
  ['GET /api/admin/search', [401, 401, 401, 200, 200]],
  ['GET /api/admin/funnel/declines', [401, 401, 401, 200, 200]],
  ['GET /api/admin/funnel', [401, 401, 401, 200, 200]],
  ['GET /api/admin/funnel/groups', [401, 401, 401, 200, 200], { path: '/api/admin/funnel/groups?by=plan' }],
  ['GET /api/admin/funnel/steps', [401, 401, 401, 200, 200]],
  ['GET /api/admin/revenue', [401, 401, 401, 200, 200]],
  ['GET /api/admin/board', [401, 401, 401, 200, 200]],
  ['GET /api/admin/board/export', [401, 401, 401, 403, 200]],
  ['GET /api/admin/board/states/export', [401, 401, 401, 403, 200]],
  ['GET /api/admin/views', [401, 401, 401, 200, 200]],
  ['POST /api/admin/views', [401, 401, 401, 400, 400]],
  ['POST /api/admin/views/{id}', [401, 401, 401, 400, 400]],
  ['POST /api/admin/views/{id}/delete', [401, 401, 401, 404, 404]],
  ['GET /api/admin/database-stats', [401, 401, 401, 403, 401]],
  ['GET /api/admin/users', [401, 401, 401, 403, 401]],
  ['GET /api/admin/trial-requests', [401, 401, 401, 200, 200]],
  ['GET /api/admin/trial-requests/export', [401, 401, 401, 403, 200]],
  ['GET /api/admin/trial-requests/{id}', [401, 401, 401, 404, 404]],
  ['POST /api/admin/trial-requests/{id}/reveal', [401, 401, 401, 404, 404]],
  ['POST /api/admin/trial-requests/{id}/notes', [401, 401, 401, 400, 400]],
  ['POST /api/admin/trial-requests/{id}/answers', [401, 401, 401, 400, 400]],
  [
    'POST /api/admin/trial-requests/{id}/{action}',
    [401, 401, 401, 404, 404],
    { path: '/api/admin/trial-requests/1/take' },
  ],
  ['GET /api/admin/newsletter', [401, 401, 401, 200, 200]],
  ['GET /api/admin/newsletter/export', [401, 401, 401, 403, 200]],
  ['GET /api/admin/ambassadors/export', [401, 401, 401, 403, 200]],
  ['GET /api/admin/ambassadors', [401, 401, 401, 200, 200]],
  ['GET /api/admin/ambassadors/{id}', [401, 401, 401, 404, 404]],
  ['POST /api/admin/ambassadors/{id}/reveal', [401, 401, 401, 404, 404]],
  ['POST /api/admin/ambassadors/{id}/notes', [401, 401, 401, 400, 400]],
  [
    'POST /api/admin/ambassadors/{id}/{action}',
    [401, 401, 401, 403, 404],
    { path: '/api/admin/ambassadors/1/approve' },
  ],
  ['POST /api/admin/ambassadors/{id}/undo', [401, 401, 401, 403, 404]],
  ['GET /api/admin/trials/{id}', [401, 401, 401, 404, 404]],
  ['GET /api/admin/trials/{id}/erasure', [401, 401, 401, 404, 404]],
  ['POST /api/admin/trials/{id}/reveal', [401, 401, 401, 404, 404]],
  ['POST /api/admin/trials/{id}/notes', [401, 401, 401, 400, 400]],
  ...SUPPORT_ACTION_NAMES.map((name): Call => [
    `POST /api/admin/trials/{id}/${name}`,
    [401, 401, 401, name === 'refund' ? 403 : 404, 404],
    { body: aBodyOf(name) },
  ]),
  ['GET /api/admin/mails/{key}', [401, 401, 401, 404, 404]],
  ['POST /api/admin/mails/{key}/send', [401, 401, 401, 404, 404]],
  ['GET /api/admin/health', [401, 401, 401, 200, 200]],
  ['GET /api/admin/incidents', [401, 401, 401, 200, 200]],
  ['GET /api/admin/code-lanes', [401, 401, 401, 200, 200]],
  ['POST /api/admin/code-lanes', [401, 401, 401, 403, 400]],
  ['GET /api/admin/dead-jobs', [401, 401, 401, 200, 200]],
  ['GET /api/admin/dead-jobs/progress', [401, 401, 401, 200, 200]],
  ['POST /api/admin/dead-jobs/dismiss', [401, 401, 401, 400, 400]],
  ['POST /api/admin/dead-jobs/retry', [401, 401, 401, 400, 400]],
];

describe('a call of the back office', () => {
  it.each(CALLS)('%s answers %j to each caller', async (call, statuses, sent = {}) => {
    const answers = await Promise.all(CALLERS.map(async (caller) => send(call, await COOKIES[caller](), sent)));
    expect(answers.map(({ status }) => status)).toEqual(statuses);
    for (const { status, body } of answers) {
      if (status === 401) expect(body.error).toMatch(/^(Please sign in\.|Admin authentication required)$/);
      if (status === 403) expect(body).toEqual({ error: 'Your role does not include this.' });
    }
  });

  it('is listed in this file', async () => {
    const cookie = await COOKIES.support();
    const { body } = await callsTo(stack, { cookie }).get('/api/admin/docs-json');
    const described = Object.entries(body.paths as Record<string, object>)
      .filter(([path]) => /^\/api\/(admin|incomplete-trials)(\/|$)/.test(path))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
    expect(CALLS.map(([call]) => call).sort()).toEqual(described.sort());
  });
});

function send(call: string, cookie: string, { path, body = {} }: { path?: string; body?: object }) {
  const [method = '', template = ''] = call.split(' ');
  const url = path ?? template.replaceAll(/\{\w+\}/g, '1');
  const calls = callsTo(stack, cookie ? { cookie } : {});
  return method === 'GET' ? calls.get(url) : calls.post(url.replace('/api/', ''), body);
}
