/** How long decided applications and closed trial requests are kept. */
import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { anAgent, anEmail, aStoredApplication, aStoredRequest, type Agent, undoEnds } from '../builders/index.ts';
import { settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack({ env: { APPLICATIONS_KEPT_DAYS: '100', REQUESTS_KEPT_DAYS: '30' } });
let agent: Agent;
beforeAll(async () => {
  agent = await anAgent(stack, 'administrator');
});

const personOf = async (id: number) =>
  (await stack.query('SELECT email, decision_note FROM ambassador_applications WHERE id = $1', [id]))[0];
const requests = async () =>
  (await stack.query('SELECT id::float8 AS id FROM trial_requests')).map(({ id }: { id: number }) => id);
const count = async (table: string) => (await stack.query(`SELECT count(*)::int AS count FROM ${table}`))[0].count;

describe('retention', () => {
  it('erases applications by their decision and deletes requests by their closing, with notes and answers', async () => {
    const decided = await aStoredApplication(stack, { state: 'inReview' });
    await agent.post(`admin/ambassadors/${decided.id}/notes`, { text: 'Knows her students.' });
    await agent.post(`admin/ambassadors/${decided.id}/decline`, { note: 'We hope to hear from you.' });
    await undoEnds(stack, decided.id);
    const waiting = await aStoredApplication(stack, { state: 'submitted' });
    const [closed, open] = [randomInt(2 ** 42, 2 ** 43), randomInt(2 ** 42, 2 ** 43)];
    for (const id of [closed, open]) {
      await aStoredRequest(stack, { id, email: anEmail('ruth') });
      await agent.post(`admin/trial-requests/${id}/notes`, { text: 'They rang.' });
      await agent.post(`admin/trial-requests/${id}/answers`, { text: 'Is Tuesday fine?' });
    }
    await agent.post(`admin/trial-requests/${closed}/close`, {});
    await settled(stack);
    await eventually(async () => (await agent.get(`/api/admin/ambassadors/${decided.id}`)).body.state === 'declined');

    await stack.sandbox.advance({ days: 29 });
    await eventually(async () => (await count('staff_notes')) === 3);
    expect(new Set(await requests())).toEqual(new Set([closed, open]));

    await stack.sandbox.advance({ days: 2 });
    await eventually(async () => (await requests()).length === 1);
    expect(await requests()).toEqual([open]);
    expect(await count('trial_request_answers')).toBe(1);
    expect(await count('staff_notes')).toBe(2);
    expect(await personOf(decided.id)).toMatchObject({ email: decided['email'] });

    await stack.sandbox.advance({ days: 70 });
    await eventually(async () => (await personOf(decided.id)).email === '');
    expect(await personOf(decided.id)).toEqual({ email: '', decision_note: '' });
    expect(await personOf(waiting.id)).toMatchObject({ email: waiting['email'] });
    expect(await count('staff_notes')).toBe(1);
    await settled(stack);
  });
});
