/** Dead jobs of an outage run again by themselves when it is over, without amplification; those of a bug do not. */
import { beforeAll, describe, expect, it } from 'vitest';
import { anAgent, aTrial, type Agent, callsTo, sentMailsOf } from '../builders/index.ts';
import { aDeadLetter, deadLettersOf, lastAttemptNow, undoneJobsOf } from '../builders/jobs.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const PEOPLE = 12;
const stack = inProcessStack();
let agent: Agent;
let ids: number[];
let bugId: number;

const QUEUE = 'sendResumeLink';
const letters = async () => (await deadLettersOf(stack)).length;
const undone = async () => (await undoneJobsOf(stack, { queue: QUEUE })).length;
/** A job whose letter is closed has succeeded, and is completed a moment later. */
const running = async () => {
  const jobs = await undoneJobsOf(stack, { queue: QUEUE });
  const open = new Set((await deadLettersOf(stack)).map(({ singletonKey }) => singletonKey));
  return jobs.filter(({ singletonKey }) => open.has(singletonKey)).length;
};
const dead = async () => (await agent.get('/api/admin/health')).body.deadJobs as number;
const asksForLink = (trialId: number) => callsTo(stack).post('send-resume-link', { trialId });
const passes = (minutes: number) => stack.sandbox.advance({ minutes });

beforeAll(async () => {
  agent = await anAgent(stack);
  const make = () => aTrial(stack, { state: 'billingInformation' });
  ids = (await Promise.all(Array.from({ length: PEOPLE }, make))).map(({ id }) => id);
  await stack.sandbox.fault({ match: 'SMTP', mode: '503', times: 0 });
  await Promise.all(ids.map(asksForLink));
  // That of a bug, which no outage ends.
  const bug = await aTrial(stack, { state: 'billingInformation' });
  await aDeadLetter(stack, QUEUE, bug.id, { kind: 'TypeError' });
  bugId = bug.id;
  await eventually(async () => (await lastAttemptNow(stack, QUEUE), (await letters()) === PEOPLE + 1), {
    within: 60_000,
    every: 300,
  });
});

describe('after an outage', () => {
  it('one attempt every five minutes finds out whether it is over', async () => {
    expect(await undone()).toBe(0);
    await passes(6);
    await eventually(async () => (await letters()) === PEOPLE + 2, { within: 20_000 });
    expect(await dead()).toBe(PEOPLE + 1);
    expect(await undone()).toBe(0);
  });

  it('a dead job of a bug waits for a person, and all others succeed, at most five at a time', async () => {
    await stack.sandbox.heal();
    await passes(6);
    let most = 0;
    await eventually(
      async () => {
        most = Math.max(most, await running());
        return (await dead()) === 1;
      },
      { within: 60_000, every: 20 },
    );
    expect(most).toBeLessThanOrEqual(5);
    const [{ subjectId, error }] = (await agent.get('/api/admin/dead-jobs')).body;
    expect([subjectId, error]).toEqual([String(bugId), 'TypeError']);
    for (const id of ids) {
      const links = (await sentMailsOf(stack, id)).filter(({ key }) => key.startsWith('resume:'));
      expect(links.filter(({ outcome }) => outcome === 'sent')).toHaveLength(1);
    }
  });
});
