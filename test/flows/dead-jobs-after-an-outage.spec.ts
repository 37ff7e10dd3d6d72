/** Dead jobs of an outage run again by themselves when it is over, without amplification; those of a bug do not. */
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { anAgent, aTrial, type Agent, callsTo } from '../builders/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

jest.setTimeout(120_000);

const PEOPLE = 12;
const stack = inProcessStack();
let agent: Agent;
let ids: number[];

const QUEUE = `name = 'sendResumeLink'`;
const LETTERS = `name = 'deadLetters' AND state = 'created'`;
const count = async (where: string): Promise<number> =>
  (await stack.query(`SELECT count(*)::int AS jobs FROM pgboss.job WHERE ${where}`))[0].jobs;
const letters = () => count(LETTERS);
const dead = async () => (await agent.get('/api/admin/health')).body.deadJobs as number;
const asksForLink = (trialId: number) => callsTo(stack).post('send-resume-link', { trialId });
const passes = (minutes: number) =>
  stack.query(
    `UPDATE pgboss.job SET created_on = created_on - $1 * interval '1 minute', completed_on = completed_on - $1 * interval '1 minute'
      WHERE name = 'deadLetters' OR state = 'completed'`,
    [minutes],
  );

beforeAll(async () => {
  agent = await anAgent(stack);
  const make = () => aTrial(stack, { state: 'billingInformation' });
  ids = (await Promise.all(Array.from({ length: PEOPLE }, make))).map(({ id }) => id);
  await stack.sandbox.fault({ match: 'SMTP', mode: '503', times: 0 });
  await Promise.all(ids.map(asksForLink));
  await eventually(
    async () => {
      await stack.query(
        `UPDATE pgboss.job SET retry_count = retry_limit, start_after = now() WHERE ${QUEUE} AND state = 'retry'`,
      );
      return (await letters()) === PEOPLE;
    },
    { within: 60_000, every: 300 },
  );
});

describe('after an outage', () => {
  it('one attempt every five minutes finds out whether it is over', async () => {
    expect(await count(`${QUEUE} AND state IN ('created', 'retry', 'active')`)).toBe(0);
    await passes(6);
    await eventually(async () => (await letters()) === PEOPLE + 1, { within: 20_000 });
    expect(await dead()).toBe(PEOPLE);
    expect(await count(`${QUEUE} AND state IN ('created', 'retry', 'active')`)).toBe(0);
  });

  it('a dead job of a bug waits for a person, and all others succeed, at most five at a time', async () => {
    await stack.query(
      `UPDATE pgboss.job SET output = '{"message": "{\\"kind\\":\\"TypeError\\"}"}' WHERE ${LETTERS} AND data->>'subjectId' = $1`,
      [String(ids[0])],
    );
    await stack.sandbox.heal();
    await passes(6);
    let most = 0;
    await eventually(
      async () => {
        most = Math.max(most, await count(`${QUEUE} AND state IN ('created', 'retry', 'active')`));
        return (await dead()) === 1;
      },
      { within: 60_000, every: 20 },
    );
    expect(most).toBeLessThanOrEqual(5);
    const [{ subjectId, error }] = (await agent.get('/api/admin/dead-jobs')).body;
    expect([subjectId, error]).toEqual([String(ids[0]), 'TypeError']);
    for (const id of ids.slice(1)) {
      const [{ mails }] = await stack.query(
        `SELECT count(*)::int AS mails FROM sent_mails WHERE subject_id = $1 AND key LIKE 'resume:%' AND outcome = 'sent'`,
        [id],
      );
      expect(mails).toBe(1);
    }
  });
});
