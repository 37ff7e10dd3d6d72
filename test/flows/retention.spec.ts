/** How long decided applications, closed trial requests and unconfirmed newsletter addresses are kept. @slow */
import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  anAgent,
  anEmail,
  aSubscriber,
  aStoredApplication,
  aStoredRequest,
  daysAgo,
  jobsOf,
  manyTrials,
  type Agent,
  undoEnds,
  anOldWebhookEvent,
  storedAnswers,
  storedApplication,
  storedNotes,
  storedRequests,
  storedTrials,
  webhookEvents,
} from '../builders/index.ts';
import { settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
let agent: Agent;
beforeAll(async () => {
  agent = await anAgent(stack, 'administrator');
});

const requests = async () => (await storedRequests(stack)).map(({ id }) => Number(id));
/** Waits until a sweep of retention has run: it deletes this webhook event, which is due, with the addresses. */
async function sweepsRan(): Promise<void> {
  const id = await anOldWebhookEvent(stack);
  await eventually(async () => (await webhookEvents(stack, id)).length === 0);
}

describe('retention', () => {
  it('erases applications by their decision and deletes requests by their closing, with notes and answers', async () => {
    const decided = await aStoredApplication(stack, { state: 'submitted' });
    await agent.post(`admin/ambassadors/${decided.id}/notes`, { text: 'Knows her students.' });
    await agent.post(`admin/ambassadors/${decided.id}/decline`, { words: 'We hope to hear from you.' });
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

    await stack.sandbox.advance({ days: 364 });
    await eventually(async () => (await storedNotes(stack)).length === 3);
    expect(new Set(await requests())).toEqual(new Set([closed, open]));

    await stack.sandbox.advance({ days: 2 });
    await eventually(async () => (await requests()).length === 1);
    expect(await requests()).toEqual([open]);
    expect(await storedAnswers(stack)).toHaveLength(1);
    expect(await storedNotes(stack)).toHaveLength(2);
    expect(await storedApplication(stack, decided.id)).toMatchObject({ email: decided['email'] });

    await stack.sandbox.advance({ days: 365 });
    await eventually(async () => (await storedApplication(stack, decided.id)).email === '');
    expect(await storedApplication(stack, decided.id)).toMatchObject({ email: '', decision_words: '' });
    expect(await storedApplication(stack, waiting.id)).toMatchObject({ email: waiting['email'] });
    expect(await storedNotes(stack)).toHaveLength(1);
    await settled(stack);
  });

  it('erases all sign-ups that are due in one run', { timeout: 200_000, tags: 'thorough' }, async () => {
    const sweeps = () => jobsOf(stack, { queue: 'sweeps', key: 'retention of sign-ups' });
    const before = (await sweeps()).length;
    const columns = { last_seen_at: await daysAgo(stack, 31) };
    await manyTrials(stack, 60, { state: 'phoneVerification', columns });
    const left = async () => (await storedTrials(stack)).filter(({ erased_at }) => !erased_at).length;
    // A batch has 50.
    for (const most of [10, 0]) await eventually(async () => (await left()) <= most, { within: 90_000, every: 500 });
    const runs = (await sweeps()).filter(({ state }) => state !== 'created').length - before;
    // One was perhaps running, and one may have begun since.
    expect(runs).toBeLessThanOrEqual(3);
    await settled(stack);
  });

  it('deletes a newsletter address that was not confirmed, by the last time its reader asked', async () => {
    const silent = await aSubscriber(stack, 'pending');
    const asking = await aSubscriber(stack, 'pending');
    const confirmed = await aSubscriber(stack, 'confirmed');
    const gone = await aSubscriber(stack, 'unsubscribed');
    await stack.sandbox.advance({ days: 29 });
    await asking.asks();
    await sweepsRan();
    expect(await silent.stored()).toMatchObject({ state: 'pending' });

    await stack.sandbox.advance({ days: 2 });
    await eventually(async () => !(await silent.stored()));
    expect(await asking.stored()).toMatchObject({ state: 'pending' });
    await stack.sandbox.advance({ days: 29 });
    await eventually(async () => !(await asking.stored()));
    expect(await confirmed.stored()).toMatchObject({ state: 'confirmed' });
    expect(await gone.stored()).toMatchObject({ state: 'unsubscribed' });
  });
});
