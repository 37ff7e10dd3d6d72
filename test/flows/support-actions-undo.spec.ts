/** For ten seconds a support agent can undo an action, and the timeline keeps the value before. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { civilDay } from '@lampstand/contracts';
import pg from 'pg';
import {
  aMember,
  anAgent,
  anEmail,
  aPhone,
  aTrial,
  aVisitor,
  type Agent,
  lifeOf,
  stripe,
  storedTrial,
} from '../builders/index.ts';
import { atOnce, settled } from '../invariants/index.ts';
import { eventually, sharedStack } from '../support/index.ts';

const stack = sharedStack();
let agent: Agent;
beforeAll(async () => {
  agent = await anAgent(stack);
});

const undoes = (id: number) => agent.repairs(id, 'undo');
const timelineOf = async (id: number) => (await agent.inspects(id)).body.timeline as any[];
const undone = async (id: number) =>
  (await timelineOf(id)).filter(({ name }) => name === 'action undone').map(({ detail }) => detail.action);

describe('an action that is done at once', () => {
  it.each([
    ['mark-contacted', 'contacted_at', async () => ({})],
    ['supersede', 'superseded_by', async () => ({ by: (await aTrial(stack)).id })],
    ['correct-email', 'email', async () => ({ email: anEmail('corrected') })],
  ])('%s is taken back once, by whoever presses first', async (name, column, bodyOf) => {
    const { id } = await aTrial(stack, { state: 'billingInformation' });
    const before = (await storedTrial(stack, id))[column];
    const { body } = await agent.repairs(id, name, await bodyOf());
    expect(Date.parse(body.undoUntil)).not.toBeNaN();
    expect((await storedTrial(stack, id))[column]).not.toEqual(before);
    expect((await agent.inspects(id)).body.undo).toMatchObject({ action: name, held: false, until: body.undoUntil });
    const clicks = await atOnce(3, () => undoes(id));
    expect(clicks.filter(({ status, body: said }) => status === 200 && !said.repeated)).toHaveLength(1);
    expect((await storedTrial(stack, id))[column]).toEqual(before);
    expect(await undone(id)).toEqual([name]);
    expect((await agent.inspects(id)).body.undo).toBeNull();
  });

  it('puts a phone back that no code had verified; the code to the wrong one no longer works', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    const wrong = aPhone();
    await agent.repairs(visitor.id, 'correct-phone', { phone: wrong, send: 'code' });
    const code = await stack.sandbox.smsCode(wrong);
    expect((await undoes(visitor.id)).status).toBe(200);
    expect((await storedTrial(stack, visitor.id)).phone).toBe(visitor.phone);
    expect((await visitor.typesCode(code)).status).toBe(400);
    const { body } = await (await anAgent(stack, 'administrator')).inspects(visitor.id);
    expect(body.timeline.filter(({ name }: any) => name === 'phone.changed').at(-1)).toMatchObject({
      detail: { undone: true },
      previous: [{ field: 'phone', value: wrong }],
    });
  });

  it('cannot be undone when the phone was verified before', async () => {
    const { id } = await aTrial(stack, { state: 'billingInformation' });
    expect((await agent.repairs(id, 'correct-phone', { phone: aPhone() })).body.undoUntil).toBeUndefined();
    expect(await undoes(id)).toMatchObject({ status: 409, body: { error: 'Nothing can be undone any more.' } });
  });

  it('puts the end of a trial back, also at Stripe', async () => {
    const { id } = await aMember(stack);
    const { trial_ends_at: ends, stripe_id } = await lifeOf(stack, id);
    const until = civilDay(new Date(ends.getTime() + 5 * 86_400_000), 'America/Chicago');
    await agent.repairs(id, 'extend-trial', { until });
    expect((await lifeOf(stack, id)).trial_ends_at).not.toEqual(ends);
    expect((await undoes(id)).status).toBe(200);
    expect((await lifeOf(stack, id)).trial_ends_at).toEqual(ends);
    expect((await stripe(stack, `subscriptions/${stripe_id}`)).trial_end).toBe(ends.getTime() / 1000);
    const moves = (await timelineOf(id)).filter(({ name }) => name === 'trial end moved');
    expect(moves.map(({ detail }) => [detail.from, detail.to])).toEqual([
      [ends.toISOString(), expect.any(String)],
      [expect.any(String), ends.toISOString()],
    ]);
  });

  it('cannot be undone after ten seconds', async () => {
    const { id } = await aTrial(stack, { state: 'billingInformation' });
    await agent.repairs(id, 'mark-contacted');
    await agent.waitsOut(id);
    expect(await undoes(id)).toMatchObject({ status: 409 });
    expect((await storedTrial(stack, id)).contacted_at).not.toBeNull();
  });
});

describe('an action that is held', () => {
  it.each([
    ['change-plan', { plan: 'tier_50_99' }],
    ['cancel-subscription', {}],
  ])('%s changes and mails nothing when it is undone', async (name, body) => {
    const { id, email } = await aMember(stack);
    await settled(stack);
    const mails = await stack.sandbox.mails(email, { count: 0 });
    expect((await agent.repairs(id, name, body)).body).toMatchObject({ success: true, undoUntil: expect.any(String) });
    expect((await agent.inspects(id)).body.undo).toMatchObject({ action: name, held: true });
    expect((await undoes(id)).body).toMatchObject({ success: true, message: 'Undone.' });
    await agent.waitsOut(id);
    await settled(stack);
    expect(await lifeOf(stack, id)).toMatchObject({ plan: 'tier_1_19', cancel_at: null });
    expect(await stack.sandbox.mails(email, { count: 0 })).toHaveLength(mails.length);
    expect(await undone(id)).toEqual([name]);
  });

  it('leaves the sign-up open when its cancellation is undone', async () => {
    const { id } = await aTrial(stack);
    await agent.repairs(id, 'cancel-signup');
    expect((await storedTrial(stack, id)).state).toBe('phoneVerification');
    await undoes(id);
    await agent.waitsOut(id);
    expect((await storedTrial(stack, id)).state).toBe('phoneVerification');
  });

  it('is refused when the sign-up has moved on, and the timeline and the audit say so', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await agent.repairs(visitor.id, 'cancel-signup');
    await visitor.savesCard();
    await visitor.opensAccount();
    await agent.waitsOut(visitor.id);
    expect((await storedTrial(stack, visitor.id)).state).toBe('success');
    expect((await timelineOf(visitor.id)).map(({ name }) => name)).toContain('action refused');
    expect(await agent.audited(`trial:${visitor.id}`)).toEqual([
      'repair cancel-signup',
      'repair refused cancel-signup',
    ]);
  });
});

it('an answer without the last action has what the action did, so that the page need not read again', async () => {
  const { id } = await aTrial(stack, { state: 'billingInformation' });
  await agent.repairs(id, 'mark-contacted');
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  await client.query('BEGIN; LOCK TABLE undoable_actions IN ACCESS EXCLUSIVE MODE');
  const answer = agent.inspects(id);
  const waiting = `SELECT FROM pg_locks WHERE relation = 'undoable_actions'::regclass AND NOT granted`;
  await eventually(async () => (await stack.query(waiting)).length > 0);
  await client.query(`UPDATE trial_signups SET contacted_at = '2020-01-01Z' WHERE id = ${id}`);
  await client.query(`DELETE FROM undoable_actions WHERE trial_id = ${id}; COMMIT`);
  await client.end();
  expect((await answer).body).toMatchObject({ undo: null, contactedAt: '2020-01-01T00:00:00.000Z' });
});
