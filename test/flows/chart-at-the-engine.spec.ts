import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { movesOf, step, TRIAL_STATES, trialSignup } from '@lampstand/workflows';
import { IllegalTransition } from '../../apps/api/src/workflow/index.ts';
import { trialFlow, type TrialEventName } from '../../apps/api/src/trials/trial-flow.ts';
import { anEngine } from '../builders/engine.ts';
import { aTrial, journalOf, storedCardColumns, storedTrial } from '../builders/index.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();
let engine: Awaited<ReturnType<typeof anEngine>>;

beforeAll(async () => (engine = await anEngine(stack)) && undefined);
afterAll(() => engine.close());

const SAVED = TRIAL_STATES.filter((state) => state !== 'registration');
const EVENTS = [...new Set(movesOf(trialSignup).map(({ event }) => event))] as TrialEventName[];
const PAIRS = SAVED.flatMap((state) => EVENTS.map((event) => ({ state, event })));
const LEGAL = PAIRS.filter(({ state, event }) => step(trialSignup, state, event));
const ILLEGAL = PAIRS.filter(({ state, event }) => !step(trialSignup, state, event));

/** What a use case writes beside these events, because the next state implies it. */
const facts = (): Record<string, object> => {
  const card = storedCardColumns(new Date().toISOString());
  const columns = {
    stripeCustomerId: card.stripe_customer_id,
    paymentMethodId: card.payment_method_id,
    cardSavedAt: card.card_saved_at,
    trialEndsAt: card.trial_ends_at,
  };
  return {
    'phone.verified': { phoneVerifiedAt: new Date() },
    'account.existed': { phoneVerifiedAt: new Date() },
    'card.saved': columns,
  };
};

const report = (id: number, event: TrialEventName) =>
  engine.workflow.withLock(trialFlow, id, async (change) => {
    Object.assign(change.entity, facts()[event]);
    await change.recordTransition(event, { by: 'test' });
  });

describe('the engine', () => {
  it.each(LEGAL)('moves $state by $event, journals it and queues what follows', async ({ state, event }) => {
    const { id } = await aTrial(stack, { state });
    const before = await journalOf(stack, id);
    await report(id, event);
    const expected = step(trialSignup, state, event)!;
    expect(await storedTrial(stack, id)).toMatchObject({
      state: expected.state,
      journal_seq: before.events.length + 1,
    });
    expect((await journalOf(stack, id)).events).toEqual([...before.events, event]);
    expect(engine.effectsOf(id)).toEqual(expected.effects);
  });

  it.each(ILLEGAL)('refuses $event in $state and changes nothing', async ({ state, event }) => {
    const { id } = await aTrial(stack, { state });
    const before = { row: await storedTrial(stack, id), journal: await journalOf(stack, id) };
    await expect(report(id, event)).rejects.toThrow(IllegalTransition);
    expect({ row: await storedTrial(stack, id), journal: await journalOf(stack, id) }).toEqual(before);
    expect(engine.effectsOf(id)).toEqual([]);
  });

  it('keeps nothing of a change that fails half way', async () => {
    const { id } = await aTrial(stack);
    const before = await journalOf(stack, id);
    const failing = engine.workflow.withLock(trialFlow, id, async (change) => {
      change.entity.phoneVerifiedAt = change.at;
      await change.recordTransition('phone.verified');
      throw new Error('power cut');
    });
    await expect(failing).rejects.toThrow('power cut');
    expect((await storedTrial(stack, id)).state).toBe('phoneVerification');
    expect(await journalOf(stack, id)).toEqual(before);
  });

  it('lets two reports of one fact at once happen once', async () => {
    const { id } = await aTrial(stack);
    const outcomes = await Promise.allSettled([report(id, 'phone.verified'), report(id, 'phone.verified')]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await journalOf(stack, id)).events).toEqual(['signup.saved', 'phone.verified']);
  });

  it('answers nothing for a sign-up that does not exist', async () => {
    expect(await engine.workflow.withLock(trialFlow, 7, async () => 'changed')).toBeUndefined();
  });

  it('writes a note without moving anything, with the version of the chart', async () => {
    const { id } = await aTrial(stack);
    await engine.workflow.withLock(trialFlow, id, (change) => change.note('card declined', { code: 'do_not_honor' }));
    const [row] = await stack.query(`SELECT * FROM workflow_journal WHERE subject_id = $1 AND note IS NOT NULL`, [id]);
    expect(row).toMatchObject({ version: '1', seq: null, note: 'card declined', detail: { code: 'do_not_honor' } });
    expect((await storedTrial(stack, id)).journal_seq).toBe(1);
  });
});
