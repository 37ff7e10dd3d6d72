import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AMBASSADOR_STATES, ambassadorApplication, movesOf, step } from '@lampstand/workflows';
import { type AmbassadorEventName, ambassadorFlow } from '../../apps/api/src/ambassadors/ambassador-flow.ts';
import { IllegalTransition } from '../../apps/api/src/workflow/index.ts';
import { anEngine } from '../builders/engine.ts';
import { aStoredApplication, journalOf } from '../builders/index.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();
let engine: Awaited<ReturnType<typeof anEngine>>;
beforeAll(async () => (engine = await anEngine(stack)) && undefined);
afterAll(() => engine.close());

const rowOf = async (id: number) => (await stack.query('SELECT * FROM ambassador_applications WHERE id = $1', [id]))[0];

const STORED = AMBASSADOR_STATES.filter((state) => state !== 'draft');
const EVENTS = [...new Set(movesOf(ambassadorApplication).map(({ event }) => event))] as AmbassadorEventName[];
const PAIRS = STORED.flatMap((state) => EVENTS.map((event) => ({ state, event })));
const LEGAL = PAIRS.filter(({ state, event }) => step(ambassadorApplication, state, event));
const ILLEGAL = PAIRS.filter(({ state, event }) => !step(ambassadorApplication, state, event));

const record = (id: number, event: AmbassadorEventName) =>
  engine.workflow.withLock(ambassadorFlow, id, async (change) => {
    if (event === 'application.approved' || event === 'application.declined') change.entity.decidedAt = change.at;
    await change.recordTransition(event);
  });

describe('the life of an application', () => {
  it.each(LEGAL)('goes on from $state by $event, journaled, with what follows', async ({ state, event }) => {
    const { id } = await aStoredApplication(stack, { state });
    const before = await journalOf(stack, id);
    await record(id, event);
    const next = step(ambassadorApplication, state, event)!;
    expect(await rowOf(id)).toMatchObject({ state: next.state, journal_seq: before.events.length + 1 });
    expect((await journalOf(stack, id)).events).toEqual([...before.events, event]);
    expect(engine.effectsOf(id)).toEqual(next.effects);
  });

  it.each(ILLEGAL)('does not go on from $state by $event, says the engine', async ({ state, event }) => {
    const { id } = await aStoredApplication(stack, { state });
    const before = [await rowOf(id), await journalOf(stack, id)];
    await expect(record(id, event)).rejects.toThrow(IllegalTransition);
    expect([await rowOf(id), await journalOf(stack, id)]).toEqual(before);
  });

  it.each(ILLEGAL)('does not go on from $state by $event, says the database', async ({ state, event }) => {
    const { id, journal_seq: seq } = await aStoredApplication(stack, { state });
    for (const to of STORED) expect(await journaled(id, seq + 1, state, event, to)).toBe('workflow_journal_legal');
  });

  it('does not change without its journal, nor begin without one', async () => {
    const { id } = await aStoredApplication(stack);
    const bare = `UPDATE ambassador_applications SET state = 'withdrawn' WHERE id = $1`;
    expect(await refusalOf(bare, [id])).toMatch(/ambassador-application \d+ changed without a journal row/);
    const copy = `INSERT INTO ambassador_applications SELECT (jsonb_populate_record(row,
      jsonb_build_object('id', row.id + 1, 'repeat_key', 'copied'))).* FROM ambassador_applications row WHERE id = $1`;
    expect(await refusalOf(copy, [id])).toMatch(/changed without a journal row/);
  });

  it.each([
    ['approved without the day it was decided', `state = 'approved'`, 'ambassador_applications_decided'],
    ['decided before its decision', 'decided_at = now()', 'ambassador_applications_decided'],
    ['written with half a phone', `phone = '555-0142'`, 'ambassador_applications_phone_digits'],
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

/** The constraint or the sentence by which the database refuses a statement; 'taken' when it does not. */
const refusalOf = (sql: string, params: unknown[]): Promise<string> =>
  stack.query(sql, params).then(
    () => 'taken',
    (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
  );
