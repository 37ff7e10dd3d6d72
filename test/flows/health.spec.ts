/** The health figures of the back office, and jobs that failed for good. @slow */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  anAgent,
  aTrial,
  aVisitor,
  callsTo,
  type Agent,
  lastAttemptNow,
  retriesOf,
  retryLater,
  retryNow,
  timeOf,
} from '../builders/index.ts';
import { atOnce, settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack();
let agent: Agent;
beforeAll(async () => {
  agent = await anAgent(stack);
});

const incidents = async () => (await agent.get('/api/admin/incidents')).body;
const health = async () => (await agent.get('/api/admin/health')).body;

describe('the health figures', () => {
  it('are zero without activity', async () => {
    expect(await health()).toEqual({
      codesSent: 0,
      codesVerified: 0,
      webhookLagSeconds: null,
      oldestUnopened: null,
      deadJobs: 0,
    });
  });
});

describe('a job that failed for good', () => {
  let id: number;
  let email: string;

  beforeAll(async () => {
    ({ id, email } = (await aTrial(stack, { state: 'billingInformation' })) as {
      id: number;
      email: string;
    });
    await stack.sandbox.fault({ match: 'SMTP', mode: '503', times: 0 });
    await callsTo(stack).post('send-resume-link', { trialId: id });
    await eventually(async () => (await lastAttemptNow(stack, 'sendResumeLink')) > 0);
    agent = await anAgent(stack);
    await eventually(async () => (await health()).deadJobs === 1, {
      within: 40_000,
    });
  });

  it('is listed with its queue, subject and error, without personal data', async () => {
    const { body } = await agent.get('/api/admin/dead-jobs');
    expect(body).toEqual([
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        queue: 'sendResumeLink',
        subjectId: String(id),
        name: expect.stringMatching(/\w+ \w+/),
        failedAt: expect.stringMatching(/Z$/),
        attempts: 2,
        count: 1,
        error: expect.stringMatching(/\w/),
        cause: expect.any(Number),
      },
    ]);
    expect(JSON.stringify(body)).not.toContain(email);
  });

  it('runs once for parallel retries, and leaves the list', async () => {
    await stack.sandbox.heal();
    const [job] = (await agent.get('/api/admin/dead-jobs')).body;
    const answers = await atOnce(3, () => agent.post('admin/dead-jobs/retry', { ids: [job.id] }));
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 404, 404]);
    expect(await stack.sandbox.mails(email, { subject: /^Finish your/ })).toHaveLength(1);
    expect((await agent.get('/api/admin/dead-jobs')).body).toEqual([]);
    expect((await health()).deadJobs).toBe(0);
    expect(await agent.audited(`job:${job.id}`)).toEqual(['job retried']);
  });

  it.each([
    [['1'], 400],
    [[], 400],
    [['00000000-0000-4000-8000-000000000000'], 404],
  ])('of the ids %j answers %d', async (ids, status) => {
    for (const change of ['retry', 'dismiss'])
      expect((await agent.post(`admin/dead-jobs/${change}`, { ids })).status).toBe(status);
  });
});

describe('an outage that many people meet', () => {
  const PEOPLE = 12;
  /** By the product's clock, which is ahead of PostgreSQL's. */
  let begun: string;
  beforeAll(async () => {
    await stack.sandbox.advance({ days: 40 });
    agent = await anAgent(stack);
    begun = await timeOf(stack);
    // The notice of the agent's sign-in is mailed before the outage.
    await settled(stack);
    await stack.sandbox.fault({ match: 'SMTP', mode: '503', times: 0 });
    const trials = await Promise.all(
      Array.from({ length: PEOPLE }, () => aTrial(stack, { state: 'billingInformation' })),
    );
    await Promise.all(trials.map(({ id }) => callsTo(stack).post('send-resume-link', { trialId: id })));
    await eventually(async () => (await retriesOf(stack, { queue: 'sendResumeLink' })).length === PEOPLE, {
      within: 60_000,
    });
  });

  /** Those that failed once only. */
  async function failAgain(): Promise<void> {
    for (const { retryCount, data } of await retriesOf(stack, { queue: 'sendResumeLink' })) {
      const next = retryCount < 2 ? retryNow : retryLater;
      await next(stack, 'sendResumeLink', data.subjectId);
    }
  }

  it('is one line of the health figures while its jobs are repeated', async () => {
    const failing = await eventually(
      async () => {
        const found = (await incidents()).failing as { people: number; since: string }[];
        if (found[0]?.people === PEOPLE) return found;
        await failAgain();
        return undefined;
      },
      { within: 60_000, every: 500 },
    );
    expect(failing).toEqual([
      { queue: 'sendResumeLink', outage: true, people: PEOPLE, since: expect.stringMatching(/Z$/) },
    ]);
    expect(Date.parse(failing[0]!.since)).toBeGreaterThan(Date.parse(begun));
  });

  it('becomes dead jobs of one cause, which are retried together once it is over', async () => {
    await eventually(
      async () => {
        await lastAttemptNow(stack, 'sendResumeLink');
        return (await health()).deadJobs === PEOPLE;
      },
      { within: 60_000, every: 1000 },
    );
    const jobs = (await agent.get('/api/admin/dead-jobs')).body as {
      id: string;
      error: string;
    }[];
    expect(new Set(jobs.map(({ error }) => error)).size).toBe(1);
    const [dismissed, ...others] = jobs.map(({ id }) => id);
    await stack.sandbox.heal();
    expect((await agent.post('admin/dead-jobs/dismiss', { ids: [dismissed] })).body).toEqual({
      success: true,
      jobs: 1,
    });
    expect(await agent.audited(`job:${dismissed}`)).toEqual(['job dismissed']);
    const progress = async () => (await agent.get('/api/admin/dead-jobs/progress')).body as any[];
    const total = (of: any[], what: string) => of.reduce((sum, batch) => sum + batch[what], 0);
    const before = await progress();
    const answers = await atOnce(2, () => agent.post('admin/dead-jobs/retry', { ids: others }));
    const retried = answers.map(({ body }) => (body as { jobs?: number }).jobs ?? 0);
    expect(retried[0]! + retried[1]!).toBe(PEOPLE - 1);
    await eventually(async () => total(await progress(), 'unfinished') === 0, { within: 60_000 });
    const after = await progress();
    const added = (what: string) => total(after, what) - total(before, what);
    expect([added('jobs'), added('failed')]).toEqual([PEOPLE - 1, 0]);
    expect((await health()).deadJobs).toBe(0);
    expect((await incidents()).failing).toEqual([]);
  });
});

/** Last, as a dead job of an outage is tried again when the clock has moved. */
describe('the health figures as time passes', () => {
  const hourLater = async () => {
    await stack.sandbox.advance({ minutes: 61 });
    agent = await anAgent(stack);
  };
  beforeAll(hourLater);

  it('count codes sent and verified in the last hour', async () => {
    const silent = aVisitor(stack);
    await silent.signsUp();
    await silent.asksForCode();
    await aVisitor(stack).provesPhone();
    expect(await health()).toMatchObject({ codesSent: 2, codesVerified: 1 });
    await hourLater();
    expect(await health()).toMatchObject({ codesSent: 0, codesVerified: 0 });
  });

  it('show the delay of webhooks', async () => {
    await stack.sandbox.webhooks.set('hold');
    await aVisitor(stack).becomesMember();
    await stack.sandbox.advance({ minutes: 20 });
    await stack.sandbox.webhooks.set('normal');
    await stack.sandbox.webhooks.deliver();
    await settled(stack);
    const { webhookLagSeconds } = await health();
    expect(webhookLagSeconds).toBeGreaterThanOrEqual(20 * 60 - 60);
    expect(webhookLagSeconds).toBeLessThan(30 * 60);
  });
});
