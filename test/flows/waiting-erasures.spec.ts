/** Between the request of an erasure and its approval: who is told, no charge, and no mail about payments. @thorough */
import { describe, expect, it } from 'vitest';
import { civilDay } from '@lampstand/contracts';
import type { QueueGroup, QueueItem } from '@lampstand/contracts/back-office';
import {
  type Agent,
  aMember,
  anAgent,
  anUnpaidMember,
  aStaffMember,
  aVisitor,
  callsTo,
  expectComplete,
  lifeOf,
  type Member,
  paysFirstMonth,
  planTokenOf,
  stripe,
} from '../builders/index.ts';
import { advanceAndSettle, checkInvariantsAfterEach, settled, untilHeld } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
checkInvariantsAfterEach(stack);
const after = advanceAndSettle(stack);

const requested = async ({ id }: Member) => {
  expect((await (await anAgent(stack)).runs(id, 'erase', { confirm: 'ERASE' })).status).toBe(200);
  await settled(stack);
};
const withdrawn = async ({ id }: Member) => {
  expect((await (await anAgent(stack)).runs(id, 'undo-erasure')).status).toBe(200);
  await settled(stack);
};
const owed = async ({ id }: Member) => (await lifeOf(stack, id)).payments.find(({ status }: any) => status === 'open');
const paid = async ({ id }: Member) =>
  (await lifeOf(stack, id)).payments.reduce((sum: number, each: any) => sum + each.paid_in_cents, 0);
const subjectsTo = async ({ email }: Member) => (await stack.sandbox.mails(email)).map(({ subject }) => subject);
const collected = async (member: Member) =>
  (await stripe(stack, `subscriptions/${(await lifeOf(stack, member.id)).stripe_id}`)).pause_collection;

/** The invoice of the next period is a draft then. */
async function tenMinutesAfterPeriod(member: Member): Promise<void> {
  const { period_ends_at: end } = await lifeOf(stack, member.id);
  const now = Date.parse((await stack.sandbox.call('clock')).now);
  await after({ minutes: Math.ceil((end.getTime() - now) / 60_000) + 10 });
}

describe('while the erasure of a member waits for approval', () => {
  it('nothing is charged and no mail about payments goes out for 60 days; after a withdrawal the next month is charged', async () => {
    const member = await aMember(stack);
    await settled(stack);
    const before = await subjectsTo(member);
    await requested(member);
    expect(await collected(member)).toMatchObject({ behavior: 'void' });
    await after({ days: 60 });
    expect(await paid(member)).toBe(0);
    expect(await subjectsTo(member)).toEqual(before);
    const plan = await callsTo(stack).post('plan', { token: await planTokenOf(stack, member) });
    expect(plan.body).toMatchObject({ erasureRequested: true, nextCharge: null });
    await withdrawn(member);
    expect(await collected(member)).toBeNull();
    await tenMinutesAfterPeriod(member);
    await after({ days: 1 });
    expect(await paid(member)).toBe(1999);
  });

  it('an unpaid invoice is not retried; after a withdrawal it is', async () => {
    const member = await anUnpaidMember(stack);
    await settled(stack);
    const before = await subjectsTo(member);
    await requested(member);
    await after({ days: 60 });
    expect((await lifeOf(stack, member.id)).state).toBe('pastDue');
    expect(await owed(member)).toMatchObject({ attempts: 1, next_attempt_at: null });
    expect(await subjectsTo(member)).toEqual(before);
    const agent = await anAgent(stack);
    expect(await agent.runs(member.id, 'retry-invoice')).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('erasure') },
    });
    await withdrawn(member);
    await after({ days: 1 });
    expect(await owed(member)).toMatchObject({ attempts: 2 });
  });

  it('an invoice that is a draft at the request is not charged', async () => {
    const member = await aMember(stack);
    await paysFirstMonth(stack, member);
    await tenMinutesAfterPeriod(member);
    await requested(member);
    await after({ days: 2 });
    expect(await paid(member)).toBe(1999);
  });

  it('a pause with an end that was made in the dashboard comes back with the withdrawal', async () => {
    const member = await aMember(stack);
    const { stripe_id: id, trial_ends_at: end } = await lifeOf(stack, member.id);
    const resumes = Math.round(end.getTime() / 1000) + 5 * 86_400;
    await stripe(stack, `subscriptions/${id}`, {
      'pause_collection[behavior]': 'mark_uncollectible',
      'pause_collection[resumes_at]': String(resumes),
    });
    await requested(member);
    expect(await collected(member)).toEqual({ behavior: 'void', resumes_at: null });
    await withdrawn(member);
    expect(await collected(member)).toEqual({ behavior: 'mark_uncollectible', resumes_at: resumes });
  });

  it('the pause waits for Stripe, and no notice goes out meanwhile', async () => {
    const member = await aMember(stack);
    await settled(stack);
    const before = await subjectsTo(member);
    stack.allowLogs(/job failed/);
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions/*', mode: '503', times: 0 });
    const agent = await anAgent(stack);
    await agent.runs(member.id, 'erase', { confirm: 'ERASE' });
    const waiting = async () => (await (await anAgent(stack)).inspects(member.id)).body.waiting;
    await eventually(async () => (await waiting()).length > 0, { within: 30_000 });
    expect(await waiting()).toMatchObject([
      { queue: 'pausePayments', tries: expect.any(Number), nextAt: expect.any(String) },
    ]);
    const listed = (await agent.get('/api/admin/queue/provider')).body.find(({ id }: QueueItem) => id === member.id);
    expect(listed).toMatchObject({ waits: { queue: 'pausePayments' } });
    await stack.sandbox.advance({ days: 23 });
    await stack.sandbox.heal();
    await eventually(async () => (await collected(member)) !== null, { within: 40_000 });
    await settled(stack);
    expect(await subjectsTo(member)).toEqual(before);
    await eventually(async () => (await waiting()).length === 0);
  });

  it('an account that is opened after the request is paused, too', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: 'hold-after' });
    await visitor.savesCard();
    await untilHeld(stack);
    const agent = await anAgent(stack);
    await agent.runs(visitor.id, 'erase', { confirm: 'ERASE' });
    await stack.sandbox.heal();
    await settled(stack);
    expect(await collected({ id: visitor.id, email: '', phone: '' })).toMatchObject({ behavior: 'void' });
  });
});

describe('an erasure of an open account that support requests', () => {
  it('is first in the queue of administrators, with who requested it and the day it is due, until it is withdrawn', async () => {
    const member = await aMember(stack);
    const support = await anAgent(stack);
    await support.runs(member.id, 'erase', { confirm: 'ERASE' });
    const administrator = await anAgent(stack, 'administrator');
    const groupFor = async (agent: Agent): Promise<QueueGroup> => (await agent.get('/api/admin/queue')).body.groups[0];
    const { kind, items } = await groupFor(administrator);
    expect(kind).toBe('erasure');
    const [item] = items.filter(({ id }) => id === member.id);
    const requestedAt = Date.parse((await support.inspects(member.id)).body.erasureRequestedAt);
    expect(item).toMatchObject({
      requestedBy: support.name,
      since: new Date(requestedAt).toISOString(),
      dueOn: civilDay(new Date(requestedAt + 30 * 86_400_000), 'America/Chicago'),
    });
    expect((await groupFor(support)).items).toEqual([]);
    expect((await administrator.post(`admin/queue/erasure/${member.id}/done`, {})).status).toBe(404);
    await withdrawn(member);
    expect((await groupFor(administrator)).items.map(({ id }) => id)).not.toContain(member.id);
  });

  it('is mailed once to each administrator but the one who is disabled; one that needs no approval is mailed to none', async () => {
    const [administrator, disabled] = [await aStaffMember(stack), await aStaffMember(stack, { disabled: true })];
    const [opened, unfinished] = [await aMember(stack), aVisitor(stack)];
    await unfinished.signsUp();
    const support = await anAgent(stack);
    for (const { id } of [opened, unfinished, opened]) await support.runs(id, 'erase', { confirm: 'ERASE' });
    const [mail] = await stack.sandbox.mails(administrator.email, { count: 1 });
    expectComplete(mail, support.name, `sign-up ${opened.id}`, `/trials/${opened.id}`);
    await settled(stack);
    expect(await stack.sandbox.mails(administrator.email)).toHaveLength(1);
    expect(await stack.sandbox.mails(disabled.email, { count: 0 })).toEqual([]);
  });
});
