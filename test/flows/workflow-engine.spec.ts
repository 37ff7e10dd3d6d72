/** The engine and the database accept the transitions of the charts and no others. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AMBASSADOR_STATES,
  ambassadorApplication,
  transition,
  transitionsOf,
  TRIAL_STATES,
  trialSignup,
} from '@lampstand/workflows';
import { IllegalTransition } from '../../apps/api/src/workflow/index.ts';
import { type TrialEventName, trialFlow } from '../../apps/api/src/trials/trial-signups.ts';
import { anEngine } from '../builders/in-process.ts';
import {
  aStoredApplication,
  aTrial,
  journalOf,
  storedCardColumns,
  storedTrial,
  journalRowsOf,
  storedApplication,
} from '../builders/index.ts';
import { sharedStack } from '../support/index.ts';
import { type AmbassadorEventName, ambassadorFlow } from '../../apps/api/src/ambassadors/applications.ts';

const stack = sharedStack();
let engine: Awaited<ReturnType<typeof anEngine>>;

beforeAll(async () => (engine = await anEngine(stack)) && undefined);
afterAll(() => engine.close());

const SAVED = TRIAL_STATES.filter((state) => state !== 'registration');
const EVENTS = [...new Set(transitionsOf(trialSignup).map(({ event }) => event))] as TrialEventName[];
const PAIRS = SAVED.flatMap((state) => EVENTS.map((event) => ({ state, event })));
const LEGAL = PAIRS.filter(({ state, event }) => transition(trialSignup, state, event));

/** The columns that a use case sets with these events, because the next state requires them. */
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

const recordTrial = (id: number, event: TrialEventName) =>
  engine.workflow.withLock(trialFlow, id, async (change) => {
    Object.assign(change.entity, facts()[event]);
    await change.recordTransition(event, { by: 'test' });
  });

describe('a sign-up in the engine', () => {
  it.each(LEGAL)('moves from $state with $event, with a journal row and its effects', async ({ state, event }) => {
    const { id } = await aTrial(stack, { state });
    const before = await journalOf(stack, id);
    await recordTrial(id, event);
    const expected = transition(trialSignup, state, event)!;
    expect(await storedTrial(stack, id)).toMatchObject({
      state: expected.state,
      journal_seq: before.events.length + 1,
    });
    expect((await journalOf(stack, id)).events).toEqual([...before.events, event]);
    expect(engine.effectsOf(id)).toEqual(expected.effects);
  });

  it('refuses an event that its chart does not allow, and changes nothing', async () => {
    const { id } = await aTrial(stack, { state: 'success' });
    const before = { row: await storedTrial(stack, id), journal: await journalOf(stack, id) };
    await expect(recordTrial(id, 'card.saved')).rejects.toThrow(IllegalTransition);
    expect({ row: await storedTrial(stack, id), journal: await journalOf(stack, id) }).toEqual(before);
    expect(engine.effectsOf(id)).toEqual([]);
  });

  it('is rolled back when a change fails midway', async () => {
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

  it('takes one of two equal events that are recorded at once', async () => {
    const { id } = await aTrial(stack);
    const outcomes = await Promise.allSettled([recordTrial(id, 'phone.verified'), recordTrial(id, 'phone.verified')]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await journalOf(stack, id)).events).toEqual(['signup.saved', 'phone.verified']);
  });

  it('in a state that only a newer version of the chart has is refused with a 503 and not changed', async () => {
    const { id } = await aTrial(stack, { state: 'billingInformation' });
    const before = { row: await storedTrial(stack, id), journal: await journalOf(stack, id) };
    const { registration, phoneVerification } = trialSignup.states;
    const older = { ...trialFlow, chart: { id: trialSignup.id, states: { registration, phoneVerification } } as never };
    const refused = { name: 'UnknownState: trial-signup has no billingInformation', kind: 'unavailable' };
    await expect(engine.workflow.withLock(older, id, async () => 'changed')).rejects.toMatchObject(refused);
    await expect(engine.workflow.find(older, { id })).rejects.toMatchObject(refused);
    expect({ row: await storedTrial(stack, id), journal: await journalOf(stack, id) }).toEqual(before);
  });

  it('is undefined when it does not exist', async () => {
    expect(await engine.workflow.withLock(trialFlow, 7, async () => 'changed')).toBeUndefined();
  });

  it('gets a note without a transition, with the version of the chart', async () => {
    const { id } = await aTrial(stack);
    await engine.workflow.withLock(trialFlow, id, (change) => change.note('card declined', { code: 'do_not_honor' }));
    const [row] = (await journalRowsOf(stack, id)).filter(({ note }) => note !== null);
    expect(row).toMatchObject({
      version: trialSignup.version,
      seq: null,
      note: 'card declined',
      detail: { code: 'do_not_honor' },
    });
    expect((await storedTrial(stack, id)).journal_seq).toBe(1);
  });
});

const STORED = AMBASSADOR_STATES.filter((state) => state !== 'draft');
const APPLICATION_EVENTS = [
  ...new Set(transitionsOf(ambassadorApplication).map(({ event }) => event)),
] as AmbassadorEventName[];
const APPLICATION_PAIRS = STORED.flatMap((state) => APPLICATION_EVENTS.map((event) => ({ state, event })));
const LEGAL_FOR_APPLICATION = APPLICATION_PAIRS.filter(({ state, event }) =>
  transition(ambassadorApplication, state, event),
);
const ILLEGAL_FOR_APPLICATION = APPLICATION_PAIRS.filter(
  ({ state, event }) => !transition(ambassadorApplication, state, event),
);

const record = (id: number, event: AmbassadorEventName) =>
  engine.workflow.withLock(ambassadorFlow, id, async (change) => {
    if (event === 'application.approved' || event === 'application.declined') change.entity.decidedAt = change.at;
    await change.recordTransition(event);
  });

describe('an ambassador application in the engine', () => {
  it.each(LEGAL_FOR_APPLICATION)(
    'moves from $state with $event, with a journal row and its effects',
    async ({ state, event }) => {
      const { id } = await aStoredApplication(stack, { state });
      const before = await journalOf(stack, id);
      await record(id, event);
      const next = transition(ambassadorApplication, state, event)!;
      expect(await storedApplication(stack, id)).toMatchObject({
        state: next.state,
        journal_seq: before.events.length + 1,
      });
      expect((await journalOf(stack, id)).events).toEqual([...before.events, event]);
      expect(engine.effectsOf(id)).toEqual(next.effects);
    },
  );

  it('refuses an event that its chart does not allow, and changes nothing', async () => {
    const { id } = await aStoredApplication(stack, { state: 'withdrawn' });
    const before = [await storedApplication(stack, id), await journalOf(stack, id)];
    await expect(record(id, 'application.approved')).rejects.toThrow(IllegalTransition);
    expect([await storedApplication(stack, id), await journalOf(stack, id)]).toEqual(before);
  });

  it.each(ILLEGAL_FOR_APPLICATION)('is refused $event in $state by the database', async ({ state, event }) => {
    const { id, journal_seq: seq } = await aStoredApplication(stack, { state });
    for (const to of STORED) expect(await journaled(id, seq + 1, state, event, to)).toBe('workflow_journal_legal');
  });

  it('does not change or begin without a journal row', async () => {
    const { id } = await aStoredApplication(stack);
    const bare = `UPDATE ambassador_applications SET state = 'withdrawn' WHERE id = $1`;
    expect(await refusalOf(bare, [id])).toMatch(/ambassador-application \d+ changed without a journal row/);
    const copy = `INSERT INTO ambassador_applications SELECT (jsonb_populate_record(row,
      jsonb_build_object('id', row.id + 1, 'repeat_key', 'copied'))).* FROM ambassador_applications row WHERE id = $1`;
    expect(await refusalOf(copy, [id])).toMatch(/changed without a journal row/);
  });

  it.each([
    ['approved without a decision time', `state = 'approved'`, 'ambassador_applications_decided'],
    ['given a decision time without a decision', 'decided_at = now()', 'ambassador_applications_decided'],
    ['stored with an incomplete phone number', `phone = '555-0142'`, 'ambassador_applications_phone_digits'],
  ])('is never %s', async (_what, change, constraint) => {
    const { id } = await aStoredApplication(stack);
    expect(await refusalOf(`UPDATE ambassador_applications SET ${change} WHERE id = $1`, [id])).toBe(constraint);
  });
});

const journaled = (id: number, seq: number, from: string, event: string, to: string) =>
  refusalOf(
    `INSERT INTO workflow_journal (flow, version, subject_id, seq, event, from_state, to_state, actor, request_id, at)
     VALUES ('ambassador-application', '1', $1, $2, $4, $3, $5, 'visitor', 'guards', now())`,
    [id, seq, from, event, to],
  );

/** The constraint or the message with which the database refuses a statement, or 'accepted'. */
const refusalOf = (sql: string, params: unknown[]): Promise<string> =>
  stack.query(sql, params).then(
    () => 'accepted',
    (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
  );
