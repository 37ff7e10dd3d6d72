/** An erasure waits for ten minutes or for the approval of a second staff member. */
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { anAgent, aVisitor, type Agent, journalOf, storedTrial } from '../builders/index.ts';
import { eventually, type Stack } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

jest.setTimeout(120_000);

const ERASE = { confirm: 'ERASE' };

const untilErased = (stack: Stack, id: number) =>
  eventually(async () => (await storedTrial(stack, id)).email === '', { within: 40_000 });

const aSignUp = async (stack: Stack) => {
  const visitor = aVisitor(stack);
  await visitor.signsUp();
  return visitor;
};

describe('an erasure', () => {
  const stack = inProcessStack();
  let agent: Agent;
  let other: Agent;
  beforeAll(async () => {
    agent = await anAgent(stack);
    other = await anAgent(stack);
  });

  it('waits for ten minutes, in which nothing is erased and it can be undone', async () => {
    const [undone, carriedOut] = [await aSignUp(stack), await aSignUp(stack)];
    for (const { id } of [undone, carriedOut])
      expect(await agent.repairs(id, 'erase', ERASE)).toMatchObject({
        status: 200,
        body: { message: expect.stringContaining('ten minutes'), erased: { signups: 1 } },
      });
    expect((await agent.inspects(undone.id)).body).toMatchObject({
      erasureAskedAt: expect.any(String),
      diagnosis: {
        tone: 'waiting',
        what: 'The person will be erased.',
        suggest: ['undo-erasure', 'approve-erasure'],
      },
    });
    await stack.sandbox.advance({ minutes: 9 });
    expect((await undone.load()).status).toBe(200);
    expect(await agent.repairs(undone.id, 'undo-erasure')).toMatchObject({ status: 200, body: { success: true } });
    await stack.sandbox.advance({ minutes: 1 });
    await untilErased(stack, carriedOut.id);
    expect((await undone.load()).status).toBe(200);
    expect(await storedTrial(stack, undone.id)).toMatchObject({ erased_at: null, erasure_asked_at: null });
    expect((await journalOf(stack, undone.id)).notes.slice(-2)).toEqual(['erasure requested', 'erasure undone']);
  });

  it('is approved by another staff member, not by the one who requested it', async () => {
    const { id } = await aSignUp(stack);
    await agent.repairs(id, 'erase', ERASE);
    expect(await agent.repairs(id, 'approve-erasure')).toMatchObject({
      status: 409,
      body: { error: 'Another member of the team has to approve the erasure, not the one who requested it.' },
    });
    expect((await storedTrial(stack, id)).erased_at).toBeNull();
    expect(await other.repairs(id, 'approve-erasure')).toMatchObject({ status: 200, body: { success: true } });
    await untilErased(stack, id);
    expect(await agent.repairs(id, 'undo-erasure')).toMatchObject({
      status: 409,
      body: { error: 'The person was erased.' },
    });
  });

  it('that was undone cannot be approved', async () => {
    const { id } = await aSignUp(stack);
    await agent.repairs(id, 'erase', ERASE);
    await agent.repairs(id, 'undo-erasure');
    expect(await agent.repairs(id, 'undo-erasure')).toMatchObject({ status: 200, body: { repeated: true } });
    const refused = { status: 409, body: { error: 'No erasure is waiting.' } };
    expect(await other.repairs(id, 'approve-erasure')).toMatchObject(refused);
    expect((await storedTrial(stack, id)).erased_at).toBeNull();
  });

  it('requested by many parallel clicks is one', async () => {
    const { id } = await aSignUp(stack);
    const answers = await Promise.all(Array.from({ length: 6 }, () => agent.repairs(id, 'erase', ERASE)));
    expect(answers.filter(({ body }) => !body.repeated)).toHaveLength(1);
    expect((await journalOf(stack, id)).notes).toEqual(['erasure requested']);
  });
});

describe('an erasure of an opened account', () => {
  const stack = inProcessStack();

  it('that support requests waits for an administrator, however long it takes', async () => {
    const { id } = await aVisitor(stack).becomesMember();
    const [agent, other] = [await anAgent(stack), await anAgent(stack)];
    const preview = await agent.get(`/api/admin/trials/${id}/erasure`);
    expect(preview.body).toMatchObject({ signups: 1, accounts: 1, subscriptions: 1, approval: 'administrator' });
    expect((await agent.repairs(id, 'erase', ERASE)).body).toMatchObject({
      message: 'The person is erased when an administrator approves. Until then it can be undone.',
      erased: { accounts: 1, subscriptions: 1 },
    });
    expect(await other.repairs(id, 'approve-erasure')).toMatchObject({
      status: 409,
      body: { error: 'The account is open. An administrator has to approve this erasure.' },
    });
    const later = await aSignUp(stack);
    await stack.sandbox.advance({ minutes: 45 });
    // The sweep of reminders has run, so the sweep of erasures has, too.
    await eventually(async () => (await journalOf(stack, later.id)).events.includes('visitor.wentQuiet'));
    expect((await storedTrial(stack, id)).erased_at).toBeNull();
    const administrator = await anAgent(stack, 'administrator');
    expect((await administrator.inspects(id)).body.diagnosis.why).toContain('until an administrator approves');
    expect((await administrator.repairs(id, 'approve-erasure')).status).toBe(200);
    await untilErased(stack, id);
  });

  it('that an administrator requests needs no other administrator', async () => {
    const { id } = await aVisitor(stack).becomesMember();
    const administrator = await anAgent(stack, 'administrator');
    const preview = await administrator.get(`/api/admin/trials/${id}/erasure`);
    expect(preview.body).toMatchObject({ approval: 'none' });
    await administrator.repairs(id, 'erase', ERASE);
    expect((await (await anAgent(stack)).repairs(id, 'approve-erasure')).status).toBe(200);
    await untilErased(stack, id);
  });
});

describe('with ERASURE_APPROVAL=on', () => {
  const stack = inProcessStack({ env: { ERASURE_APPROVAL: 'on' } });

  it('an erasure waits for a second staff member without a time limit', async () => {
    const agent = await anAgent(stack);
    const { id } = await aSignUp(stack);
    const later = await aSignUp(stack);
    const { body } = await agent.repairs(id, 'erase', ERASE);
    expect(body.message).toBe(
      'The person is erased when another member of the team approves. Until then it can be undone.',
    );
    await stack.sandbox.advance({ minutes: 45 });
    // The sweep of reminders has run, so the sweep of erasures has, too.
    await eventually(async () => (await journalOf(stack, later.id)).events.includes('visitor.wentQuiet'));
    expect((await storedTrial(stack, id)).erased_at).toBeNull();
    await agent.erases(id);
    await untilErased(stack, id);
  });
});
