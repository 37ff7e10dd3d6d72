/** Privacy requests of people with and without a sign-up: found, handed over, unsubscribed, erased. */
import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  anAgent,
  anEmail,
  aStoredApplication,
  aStoredReader,
  aStoredRequest,
  auditOf,
  aVisitor,
  type Agent,
} from '../builders/index.ts';
import { found, literally, tables } from '../invariants/leaks.ts';
import { sharedStack } from '../support/index.ts';

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
    expect(body.records.toSorted((one: any, other: any) => one.kind.localeCompare(other.kind))).toEqual([
      { kind: 'application', id: application, state: 'submitted', at: expect.stringMatching(/Z$/) },
      { kind: 'newsletter', id: reader, state: 'confirmed', at: '2026-01-02T00:00:00.000Z' },
      { kind: 'trialRequest', id: request, state: 'new', at: expect.stringMatching(/Z$/) },
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
    expect(records.find(({ kind }: any) => kind === 'newsletter')).toMatchObject({ state: 'unsubscribed' });
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

  it('is erased on the page of the sign-up', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    await aStoredReader(stack, { id: anId(), email: visitor.details.email });
    const { status, body } = await call('erase', { email: visitor.details.email, confirm: 'ERASE' });
    expect([status, body.error]).toEqual([409, expect.stringContaining('This person has a sign-up.')]);
    expect(await kindsOf(visitor.details.email)).toEqual(['newsletter', 'signup']);
  });
});

it('support has no access', async () => {
  const support = await anAgent(stack, 'support');
  for (const name of ['find', 'file', 'unsubscribe', 'erase'])
    expect((await call(name, { email: anEmail(), confirm: 'ERASE' }, support)).status).toBe(403);
});
