import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { aDesk, aVisitor, type Desk, journalOf, storedTrial } from '../builders/index.ts';
import { eventually } from '../support/index.ts';
import { type OwnStack, ownStack } from '../support/own-stack.ts';

jest.setTimeout(120_000);

const ERASE = { confirm: 'ERASE' };

const isErased = (stack: OwnStack, id: number) =>
  eventually(async () => (await storedTrial(stack, id)).email === '', { within: 40_000 });

const aSignUp = async (stack: OwnStack) => {
  const visitor = aVisitor(stack);
  await visitor.signsUp();
  return visitor;
};

describe('an erasure', () => {
  const stack = ownStack({ apis: 1 });
  let desk: Desk;
  let other: Desk;
  beforeAll(async () => {
    desk = await aDesk(stack);
    other = await aDesk(stack);
  });

  it('waits for ten minutes: until then nothing is gone, and it can be undone', async () => {
    const [undone, carriedOut] = [await aSignUp(stack), await aSignUp(stack)];
    for (const { id } of [undone, carriedOut])
      expect(await desk.repairs(id, 'erase', ERASE)).toMatchObject({
        status: 200,
        body: { message: expect.stringContaining('ten minutes'), erased: { signups: 1 } },
      });
    expect((await desk.inspects(undone.id)).body).toMatchObject({
      erasureAskedAt: expect.any(String),
      diagnosis: {
        tone: 'waiting',
        what: 'The person is going to be erased.',
        suggest: ['undo-erasure', 'approve-erasure'],
      },
    });
    await stack.sandbox.advance({ minutes: 9 });
    expect((await undone.load()).status).toBe(200);
    expect(await desk.repairs(undone.id, 'undo-erasure')).toMatchObject({ status: 200, body: { success: true } });
    await stack.sandbox.advance({ minutes: 1 });
    await isErased(stack, carriedOut.id);
    expect((await undone.load()).status).toBe(200);
    expect(await storedTrial(stack, undone.id)).toMatchObject({ erased_at: null, erasure_asked_at: null });
    expect((await journalOf(stack, undone.id)).notes.slice(-2)).toEqual(['erasure requested', 'erasure undone']);
  });

  it('is approved by another member of staff and not by the one who asked', async () => {
    const { id } = await aSignUp(stack);
    await desk.repairs(id, 'erase', ERASE);
    expect(await desk.repairs(id, 'approve-erasure')).toMatchObject({
      status: 409,
      body: { error: 'Another member of the team has to approve: not the one who asked for the erasure.' },
    });
    expect((await storedTrial(stack, id)).erased_at).toBeNull();
    expect(await other.repairs(id, 'approve-erasure')).toMatchObject({ status: 200, body: { success: true } });
    await isErased(stack, id);
    expect(await desk.repairs(id, 'undo-erasure')).toMatchObject({
      status: 409,
      body: { error: 'The person was erased.' },
    });
  });

  it('that was undone is approved by none', async () => {
    const { id } = await aSignUp(stack);
    await desk.repairs(id, 'erase', ERASE);
    await desk.repairs(id, 'undo-erasure');
    expect(await desk.repairs(id, 'undo-erasure')).toMatchObject({ status: 200, body: { repeated: true } });
    const refused = { status: 409, body: { error: 'No erasure is waiting.' } };
    expect(await other.repairs(id, 'approve-erasure')).toMatchObject(refused);
    expect((await storedTrial(stack, id)).erased_at).toBeNull();
  });

  it('asked for by many clicks at once is one', async () => {
    const { id } = await aSignUp(stack);
    const answers = await Promise.all(Array.from({ length: 6 }, () => desk.repairs(id, 'erase', ERASE)));
    expect(answers.filter(({ body }) => !body.repeated)).toHaveLength(1);
    expect((await journalOf(stack, id)).notes).toEqual(['erasure requested']);
  });
});

describe('with ERASURE_APPROVAL=on', () => {
  const stack = ownStack({ apis: 1, env: { ERASURE_APPROVAL: 'on' } });

  it('an erasure waits for a second member of staff, however long that takes', async () => {
    const desk = await aDesk(stack);
    const { id } = await aSignUp(stack);
    const later = await aSignUp(stack);
    const { body } = await desk.repairs(id, 'erase', ERASE);
    expect(body.message).toBe(
      'The person is erased once another member of the team approves. Until then it can be undone.',
    );
    await stack.sandbox.advance({ minutes: 45 });
    // The sweep of reminders has looked since then, and so would have that of erasures.
    await eventually(async () => (await journalOf(stack, later.id)).events.includes('visitor.wentQuiet'));
    expect((await storedTrial(stack, id)).erased_at).toBeNull();
    await desk.erases(id);
    await isErased(stack, id);
  });
});
