/** The audited calls of the back office, each with a subject of its own. */
import { type QueueAction, SUPPORT_ACTION_NAMES, type StaffChange } from '@lampstand/contracts/back-office';
import {
  aBodyOf,
  aDeadLetter,
  aMember,
  anEmail,
  type Answer,
  aStaffMember,
  aStaffName,
  aStoredApplication,
  aStoredRequest,
  aTrial,
  callsTo,
  manyTrials,
  passkeySignIn,
  signedIn,
  unlocksDatabase,
  withPasskey,
  keptMail,
} from '../builders/index.ts';
import { ADMIN, type Stack } from '../support/index.ts';
import { addAccountCalls } from './audited-account-calls.ts';

interface AuditedCall {
  /** As the OpenAPI description names it. */
  call: string;
  /** Which of its uses. */
  use: string;
  does: () => Promise<Answer>;
  status: number;
  /** The actions of its entries, in order. */
  entries: string;
}

type Admin = Awaited<ReturnType<typeof signedIn>>;
type Given = Partial<Pick<AuditedCall, 'use' | 'status'>>;

const WRONG = 'a wrong password';
const NEW_PASSWORD = 'a password of some length';
const NOTE = { text: 'Called on Monday.' };
const VIEW = { path: '/admin', query: {}, name: 'All', shared: false };

export function auditedCalls(stack: Stack): AuditedCall[] {
  const calls: AuditedCall[] = [];
  const add = (call: string, entries: string, does: (admin: Admin) => Promise<Answer>, given: Given = {}) =>
    calls.push({ call, use: '', status: 200, ...given, entries, does: async () => does(await signedIn(stack)) });
  /** `subject` gives the values of `{id}` and the like, in their order. */
  const addOn = (
    call: string,
    entries: string,
    subject: (admin: Admin) => Promise<(number | string)[]>,
    { body = {}, ...given }: Given & { body?: object | ((admin: Admin) => object) } = {},
  ) =>
    add(
      call,
      entries,
      async (admin) => {
        const values = await subject(admin);
        const [method, path] = call.replaceAll(/\{\w+\}/g, () => encodeURIComponent(values.shift()!)).split(' ');
        const sent = typeof body === 'function' ? body(admin) : body;
        return method === 'POST' ? admin.post(path!.replace('/api/', ''), sent) : admin.get(path!);
      },
      given,
    );
  const noOne = async () => [];

  const login = (body: object) => callsTo(stack).post('admin/login', body);
  add('POST /api/admin/login', 'signed in', login);
  add('POST /api/admin/login', 'sign-in refused', ({ email }) => login({ email, password: WRONG }), {
    use: 'with a wrong password',
    status: 401,
  });
  add(
    'POST /api/admin/login',
    'sign-in refused',
    async () => passkeySignIn(callsTo(stack), await withPasskey(stack), { origin: 'https://elsewhere.example' }),
    { use: 'with a wrong passkey', status: 401 },
  );
  addOn('POST /api/admin/logout', 'signed out', noOne);
  const unlocking = { password: ADMIN.ADMIN_DATABASE_PASSWORD };
  addOn('POST /api/admin/check-auth', 'database page unlocked', noOne, { body: unlocking });
  const wrong = { use: 'with a wrong password', body: { password: WRONG } };
  addOn('POST /api/admin/check-auth', 'database page refused', noOne, wrong);
  addAccountCalls(stack, add);

  for (const list of ['search', 'funnel', 'trial-signups', 'trial-requests', 'newsletter', 'ambassadors'])
    add(`GET /api/admin/${list}`, 'searched', ({ get }) => get(`/api/admin/${list}?q=mary`), { use: 'with a search' });
  const accounts = async (admin: Admin) => (await unlocksDatabase(stack, admin)).get('/api/admin/users?q=mary');
  add('GET /api/admin/users', 'searched', accounts, { use: 'with a search' });
  const page = async ({ get }: Admin) => {
    await manyTrials(stack, 60);
    return get('/api/admin/trial-signups?limit=60');
  };
  add('GET /api/admin/trial-signups', 'list read', page, { use: 'with more rows than a screen' });
  for (const list of ['trial-signups', 'ambassadors', 'trial-requests', 'newsletter'])
    addOn(`GET /api/admin/${list}/export`, 'exported', noOne);
  for (const path of ['admin/board/export', 'admin/board/states/export', 'incomplete-trials/export'])
    addOn(`GET /api/${path}`, 'exported', noOne);
  for (const [call, entries] of [
    ['find', 'searched'],
    ['file', 'person handed over'],
    ['unsubscribe', 'reader unsubscribed'],
    ['erase', 'person erased'],
  ] as const)
    add(`POST /api/admin/privacy/${call}`, entries, async ({ post }) => {
      const { email, id } = await aStoredApplication(stack);
      return post(`admin/privacy/${call}`, { email, also: [id], confirm: 'ERASE' });
    });

  const aSignUp = async () => [(await aTrial(stack)).id];
  const anApplication = async () => [(await aStoredApplication(stack)).id];
  let requestId = 5000;
  const aRequest = async () => {
    requestId += 1;
    await aStoredRequest(stack, { id: requestId });
    return [requestId];
  };
  for (const [path, subject] of [
    ['trials', aSignUp],
    ['ambassadors', anApplication],
    ['trial-requests', aRequest],
  ] as const) {
    addOn(`GET /api/admin/${path}/{id}`, 'person viewed', subject);
    addOn(`POST /api/admin/${path}/{id}/reveal`, 'revealed', subject);
  }
  const POSSIBLE = [
    'resend-code',
    'send-resume-link',
    'cancel-signup',
    'mark-contacted',
    'correct-phone',
    'correct-email',
    'erase',
  ];
  for (const name of SUPPORT_ACTION_NAMES) {
    const status = POSSIBLE.includes(name) ? 200 : name === 'supersede' ? 400 : 409;
    const entries = status === 200 ? 'support action' : 'support action, support action refused';
    addOn(`POST /api/admin/trials/{id}/${name}`, entries, aSignUp, { status, body: aBodyOf(name) });
  }
  const note = { body: NOTE, status: 201 };
  addOn('POST /api/admin/trials/{id}/notes', 'note written', aSignUp, note);
  addOn('POST /api/admin/ambassadors/{id}/notes', 'note written', anApplication, note);
  addOn('POST /api/admin/trial-requests/{id}/notes', 'note written', aRequest, note);
  addOn('POST /api/admin/trial-requests/{id}/answers', 'request handled', aRequest, note);
  const aMail = async () => {
    const { id } = await aMember(stack);
    return [(await keptMail(stack, id, 'welcome'))['key']];
  };
  addOn('GET /api/admin/mails/{key}', 'mail read', aMail);
  addOn('POST /api/admin/mails/{key}/send', 'mail sent again', aMail);

  for (const action of ['take', 'mark-answered', 'close'])
    addOn('POST /api/admin/trial-requests/{id}/{action}', 'request handled', async () => [
      ...(await aRequest()),
      action,
    ]);
  for (const action of ['approve', 'decline'])
    addOn('POST /api/admin/ambassadors/{id}/{action}', 'decision', async () => [...(await anApplication()), action], {
      use: action,
    });
  addOn('POST /api/admin/ambassadors/{id}/undo', 'decision', async ({ post }) => {
    const [id] = await anApplication();
    await post(`admin/ambassadors/${id}/approve`, {});
    return [id!];
  });
  const QUEUE: [QueueAction, string, object?][] = [
    ['take', 'request handled, queue handled'],
    ['release', 'queue handled'],
    ['take-over', 'request handled, queue handled'],
    ['snooze', 'queue handled', { until: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10) }],
    ['done', 'queue handled'],
    ['reopen', 'queue handled'],
  ];
  addOn(
    'POST /api/admin/queue/{kind}/{id}/assign',
    'request handled, queue handled',
    async () => ['request', ...(await aRequest()), 'assign'],
    {
      use: 'assign',
      body: ({ name }: Admin) => ({ to: name }),
    },
  );
  for (const [action, entries, body = {}] of QUEUE)
    addOn(
      `POST /api/admin/queue/{kind}/{id}/${action === 'snooze' ? action : '{action}'}`,
      entries,
      async () => ['request', ...(await aRequest()), action],
      { use: action, body },
    );
  for (const [action, entries] of [
    ['retry', 'job retried'],
    ['dismiss', 'job dismissed'],
  ] as const)
    add(`POST /api/admin/dead-jobs/${action}`, entries, async ({ post }) => {
      const [subjectId] = await aSignUp();
      return post(`admin/dead-jobs/${action}`, { ids: [await aDeadLetter(stack, 'sendResumeLink', subjectId!)] });
    });

  add('POST /api/admin/code-lanes', 'code budget set', ({ post }) => post('admin/code-lanes', { unproven: 3000 }));

  const aView = async ({ post }: Admin) => [(await post('admin/views', VIEW)).body.id];
  addOn('POST /api/admin/views', 'view saved', noOne, { body: VIEW, status: 201 });
  addOn('POST /api/admin/views/{id}', 'view saved', aView, { body: VIEW });
  addOn('POST /api/admin/views/{id}/delete', 'view deleted', aView);

  const ownPassword = ({ password }: Admin) => ({
    password,
    role: 'support',
    email: anEmail('staff'),
    name: aStaffName(),
  });
  addOn('POST /api/admin/staff', 'account created, password link sent', noOne, { body: ownPassword, status: 201 });
  const CHANGES: Record<StaffChange, string> = {
    'change-role': 'role changed',
    'send-password-link': 'password link sent',
    'end-sessions': 'sessions ended',
    'reset-sign-in': 'sign-in reset, password link sent',
    disable: 'account disabled',
    enable: 'account enabled',
  };
  for (const [change, entries] of Object.entries(CHANGES))
    addOn(
      `POST /api/admin/staff/{id}/${change}`,
      entries,
      async () => [(await (change === 'enable' ? aStaffMember(stack, { disabled: true }) : signedIn(stack))).id],
      { body: ownPassword },
    );
  add('POST /api/admin/password', 'password changed', async (admin) => {
    const { email, ...body } = { ...ownPassword(admin), email: anEmail('staff') };
    await admin.post('admin/staff', { ...body, email });
    const [mail] = await stack.sandbox.mails(email, { count: 1 });
    const token = /\/admin\/password\?token=([\w.-]+)/.exec(mail!.text)![1]!;
    return callsTo(stack).post('admin/password', { token, password: NEW_PASSWORD });
  });
  return calls;
}
