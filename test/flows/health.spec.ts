/** The health figures of the back office, and jobs that failed for good. */
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { anAgent, aTrial, aVisitor, callsTo, type Agent } from '../builders/index.ts';
import { atOnce, settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

jest.setTimeout(120_000);

const stack = inProcessStack();
let agent: Agent;
beforeAll(async () => {
  agent = await anAgent(stack);
});

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

  it('count codes sent and verified in the last hour', async () => {
    const silent = aVisitor(stack);
    await silent.signsUp();
    await silent.asksForCode();
    await aVisitor(stack).provesPhone();
    expect(await health()).toMatchObject({ codesSent: 2, codesVerified: 1 });
    await stack.sandbox.advance({ minutes: 61 });
    agent = await anAgent(stack);
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

describe('a job that failed for good', () => {
  let id: number;
  let email: string;

  beforeAll(async () => {
    ({ id, email } = (await aTrial(stack, { state: 'billingInformation' })) as { id: number; email: string });
    await stack.sandbox.fault({ match: 'SMTP', mode: '503', times: 0 });
    await callsTo(stack).post('send-resume-link', { trialId: id });
    const spent = `UPDATE pgboss.job SET retry_count = retry_limit, start_after = now()
                    WHERE name = 'sendResumeLink' AND state = 'retry' RETURNING id`;
    await eventually(async () => (await stack.query(spent)).length > 0);
    agent = await anAgent(stack);
    await eventually(async () => (await health()).deadJobs === 1, { within: 40_000 });
  });

  it('is listed with its queue, subject and error, without personal data', async () => {
    const { body } = await agent.get('/api/admin/dead-jobs');
    expect(body).toEqual([
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        queue: 'sendResumeLink',
        subjectId: String(id),
        failedAt: expect.stringMatching(/Z$/),
        attempts: 13,
        count: 1,
        error: expect.stringMatching(/\w/),
      },
    ]);
    expect(JSON.stringify(body)).not.toContain(email);
  });

  it('runs once for parallel retries, and leaves the list', async () => {
    await stack.sandbox.heal();
    const [job] = (await agent.get('/api/admin/dead-jobs')).body;
    const answers = await atOnce(3, () => agent.post(`admin/dead-jobs/${job.id}/retry`, {}));
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 404, 404]);
    expect(await stack.sandbox.mails(email, { subject: /^Finish your/ })).toHaveLength(1);
    expect((await agent.get('/api/admin/dead-jobs')).body).toEqual([]);
    expect((await health()).deadJobs).toBe(0);
    expect(await agent.audited(`job:${job.id}`)).toEqual(['job retried']);
  });

  it.each(['1', 'x', '00000000-0000-4000-8000-000000000000'])('answers 404 for the id %s', async (job) => {
    expect((await agent.post(`admin/dead-jobs/${job}/retry`, {})).status).toBe(404);
  });
});
