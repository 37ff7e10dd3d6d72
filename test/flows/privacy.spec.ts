/** Privacy requests of people with and without a sign-up: found, handed over, unsubscribed, erased. */
import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  anAgent,
  anEmail,
  aStoredApplication,
  aStoredReader,
  aStoredRequest,
  auditOf,
  aPhone,
  aTrial,
  aVisitor,
  type Agent,
  aClosedMonth,
} from '../builders/index.ts';
import { found, literally, tables } from '../invariants/leaks.ts';
import { eventually, sharedStack } from '../support/index.ts';

const stack = sharedStack();
let administrator: Agent;
beforeAll(async () => {
  administrator = await anAgent(stack, 'administrator');
});

const call = (name: string, body: object, agent = administrator) => agent.post(`admin/privacy/${name}`, body);
const anId = () => randomInt(2 ** 42, 2 ** 43);

async function aFriend() {
  const email = anEmail('friend');
  const { id: application } = await aStoredApplication(stack, { given: { email } });
  const [request, reader] = [anId(), anId()];
  await aStoredRequest(stack, { id: request, email, whyInterested: 'A private reason' });
  await aStoredReader(stack, { id: reader, email });
  return { email, application, request, reader };
}

/** The tables of ours that hold the email. */
const tablesWith = async (email: string) =>
  found(await tables(stack), literally([email])).flatMap((place) => /^public\.(\w+):/.exec(place)?.[1] ?? []);

const kindsOf = async (email: string) =>
  (await call('find', { email })).body.records.map(({ kind }: { kind: string }) => kind).toSorted();

describe('a person without a sign-up', () => {
  it('is found by the email in any case, with everything they sent', async () => {
    const { email, application, request, reader } = await aFriend();
    const { status, body } = await call('find', { email: email.toUpperCase() });
    expect(status).toBe(200);
    const proven = { matched: 'email', proof: 'own' };
    expect(body.records.toSorted((one: any, other: any) => one.kind.localeCompare(other.kind))).toEqual([
      { ...proven, kind: 'application', id: application, state: 'submitted', at: expect.stringMatching(/Z$/) },
      { ...proven, kind: 'reader', id: reader, state: 'confirmed', at: '2026-01-02T00:00:00.000Z' },
      { ...proven, kind: 'request', id: request, state: 'new', at: expect.stringMatching(/Z$/) },
    ]);
    expect((await call('find', { email: anEmail('stranger') })).body).toEqual({ records: [] });
  });

  it('is handed everything that is stored, and no keys', async () => {
    const { email, application } = await aFriend();
    const { body, text } = await call('file', { email });
    const holding = await tablesWith(email);
    expect(holding.toSorted()).toEqual(['ambassador_applications', 'newsletter_subscriptions', 'trial_requests']);
    expect(Object.keys(body.tables)).toEqual(expect.arrayContaining(holding));
    expect(body.tables.trial_requests[0]).toMatchObject({ email, why_interested: 'A private reason' });
    expect(body.tables.ambassador_applications[0]).toMatchObject({ id: application, email });
    expect(text).not.toMatch(/"\w*(hash|secret|token|_key|_keys|fingerprint)":/);
    expect(await auditOf(stack, administrator.id)).toContain('person handed over');
  });

  it('is unsubscribed', async () => {
    const { email } = await aFriend();
    expect((await call('unsubscribe', { email })).body).toEqual({ success: true });
    const { records } = (await call('find', { email })).body;
    expect(records.find(({ kind }: any) => kind === 'reader')).toMatchObject({ state: 'unsubscribed' });
  });

  it('is erased from every table', async () => {
    const { email } = await aFriend();
    expect((await call('erase', { email, confirm: 'erase' })).status).toBe(400);
    expect(await kindsOf(email)).toHaveLength(3);
    expect((await call('erase', { email, confirm: 'ERASE' })).body).toEqual({
      success: true,
      applications: 1,
      trialRequests: 1,
      newsletterSubscriptions: 1,
    });
    expect(await kindsOf(email)).toEqual([]);
    expect(found(await tables(stack), literally([email]))).toEqual([]);
    expect(await call('erase', { email, confirm: 'ERASE' })).toMatchObject({ status: 404 });
  });
});

describe('a person with a sign-up', () => {
  it('is handed the sign-up, the account and what belongs to them', async () => {
    const member = aVisitor(stack);
    await member.becomesMember();
    const { tables: held } = (await call('file', { email: member.details.email })).body;
    expect(Object.keys(held)).toEqual(
      expect.arrayContaining(['trial_signups', 'users', 'churches', 'subscriptions', 'workflow_journal']),
    );
    expect(Object.keys(held)).toEqual(expect.arrayContaining(await tablesWith(member.details.email)));
    expect(held.trial_signups[0]).toMatchObject({ id: member.id, email: member.details.email });
  });

  it('is handed what staff did with the records, without who and from where', async () => {
    const email = anEmail('asks');
    const request = anId();
    await aStoredRequest(stack, { id: request, email });
    await administrator.post(`admin/queue/request/${request}/take`, {});
    await administrator.get(`/api/admin/trial-requests/${request}`);
    const { tables: held } = (await call('file', { email, also: [request] })).body;
    expect(held.queue_items).toMatchObject([{ kind: 'request', subject_id: request }]);
    const subject = `request:${request}`;
    expect(held.audit_log.map(({ action }: any) => action)).toEqual(
      expect.arrayContaining(['queue handled', 'person viewed']),
    );
    for (const entry of held.audit_log)
      expect(entry).toEqual({ at: expect.any(String), action: expect.any(String), subject, detail: expect.anything() });
  });

  it('is handed the closed months of the subscription', async () => {
    const member = aVisitor(stack);
    await member.becomesMember();
    await aClosedMonth(stack, member.id, 1, 12);
    const { tables: held } = (await call('file', { email: member.details.email })).body;
    expect(held.closed_months).toMatchObject([{ month: 1, active_users: 12 }]);
  });

  it('is handed the sign-ups that are erased with this one: those of the same proven phone without an account', async () => {
    const [email, phone] = [anEmail('first'), aPhone()];
    const { id } = await aTrial(stack, { state: 'billingInformation', pastor: { email, phone } });
    const { id: other } = await aTrial(stack, { pastor: { email: anEmail('second'), phone } });
    const ids = (rows: any[]) => rows.map((row) => row.id).toSorted((one, two) => one - two);
    const both = [id, other].toSorted((one, two) => one - two);
    expect(ids((await call('find', { email, signup: id })).body.records)).toEqual(both);
    const { tables: held } = (await call('file', { email, signup: id })).body;
    expect(ids(held.trial_signups)).toEqual(both);
    expect(held.workflow_journal.map((row: any) => row.subject_id)).toEqual(expect.arrayContaining(both));
    const scope = await administrator.get(`/api/admin/trials/${id}/erasure`);
    expect(scope.body.signups).toBe(2);
  });

  it('is erased on the page of the sign-up', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    await aStoredReader(stack, { id: anId(), email: visitor.details.email });
    const { status, body } = await call('erase', { email: visitor.details.email, confirm: 'ERASE' });
    expect([status, body.error]).toEqual([409, expect.stringContaining('This person has a sign-up.')]);
    expect(await kindsOf(visitor.details.email)).toEqual(['reader', 'signup']);
  });
});

it('a record leads to the email of its person, until it is erased', async () => {
  const { email, application, request, reader } = await aFriend();
  const { id: signup } = await aTrial(stack, { pastor: { email }, columns: { email_proven_at: '2026-02-03' } });
  const personOf = (kind: string, id: number) => administrator.get(`/api/admin/privacy/${kind}/${id}`);
  for (const [kind, id] of Object.entries({ signup, application, request, reader }))
    expect([kind, (await personOf(kind, id)).body]).toEqual([kind, { email }]);
  await administrator.erases(signup);
  await eventually(async () => (await personOf('application', application)).status === 404);
  for (const [kind, id] of [
    ['request', request],
    ['invoice', 1],
    ['constructor', 1],
  ] as const)
    expect(await personOf(kind, id)).toMatchObject({
      status: 404,
      body: { error: 'Nothing is stored under this email.' },
    });
});

it('support has no access', async () => {
  const support = await anAgent(stack, 'support');
  for (const name of ['find', 'file', 'unsubscribe', 'erase'])
    expect((await call(name, { email: anEmail(), confirm: 'ERASE' }, support)).status).toBe(403);
  expect((await support.get('/api/admin/privacy/signup/1')).status).toBe(403);
});
