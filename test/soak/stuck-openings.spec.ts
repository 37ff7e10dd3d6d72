/** Account openings that fail because Stripe is down: each has one live job, and none is lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import {
  anAgent,
  aVisitor,
  deadLettersOf,
  jobsOf,
  lastAttemptNow,
  retryLater,
  undoneJobsOf,
  type Visitor,
} from '../builders/index.ts';
import { atOnce, expectNoViolations, settled } from '../invariants/index.ts';
import { eventually, type Stack } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';

vi.setConfig({ testTimeout: 1_200_000, hookTimeout: 1_200_000 });

const MINUTE = 60_000;
/** A stuck opening is retried every two minutes. */
const RETRIED_WITHIN = 2.5 * MINUTE;

/** Makes stuck openings, and reads their jobs, journal lines and dead letters. */
function stuckOpenings(stack: Stack) {
  const liveJobs = ({ id }: Visitor) => undoneJobsOf(stack, { queue: 'openAccount', key: id });
  const linesAbout = ({ id }: Visitor): Promise<any[]> =>
    stack.query(
      `SELECT coalesce(note, event) AS name, detail FROM workflow_journal
        WHERE subject_id = $1 AND (note = 'opening attempt failed' OR event = 'opening.retried') ORDER BY id`,
      [id],
    );

  /** A visitor with a saved card, whose first opening attempt has failed. */
  const make = async (): Promise<Visitor> => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.savesCard();
    await eventually(async () => (await linesAbout(visitor)).length > 0);
    return visitor;
  };

  return { make, liveJobs, linesAbout };
}

describe('On two servers', () => {
  const stack = ownStack();
  const { make, liveJobs, linesAbout } = stuckOpenings(stack);

  const openedAt = async (visitor: Visitor) => Number((await visitor.stored()).opening_at);

  /** Moves the clock by three minutes and waits until the sweep has retried each. */
  async function sweptAfterThreeMinutes(visitors: Visitor[]): Promise<void> {
    const before = await Promise.all(visitors.map(openedAt));
    await stack.sandbox.advance({ minutes: 3 });
    const all = visitors.map((visitor, index) =>
      eventually(async () => (await openedAt(visitor)) > before[index]!, { within: 30_000 }),
    );
    await Promise.all(all);
  }

  const failsForGood = async (visitor: Visitor, letters: number): Promise<void> => {
    await eventually(async () => (await lastAttemptNow(stack, 'openAccount', visitor.id)) > 0, { within: 60_000 });
    await eventually(async () => (await deadLettersOf(stack, visitor.id)).length >= letters, { within: 60_000 });
  };

  it('each stuck opening has at most one live job, three journal lines and one dead letter, and none after recovery', async () => {
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: '500', times: 0 });
    const stuck = [await make(), await make(), await make()];
    for (let time = 0; time < 4; time += 1) {
      await sweptAfterThreeMinutes(stuck);
      for (const visitor of stuck) expect((await liveJobs(visitor)).length).toBeLessThanOrEqual(1);
    }
    for (const letters of [1, 2]) {
      await failsForGood(stuck[0]!, letters);
      await sweptAfterThreeMinutes(stuck);
    }

    const agent = await anAgent(stack);
    const dead = (await agent.get('/api/admin/dead-jobs')).body;
    expect(dead).toEqual([
      expect.objectContaining({ queue: 'openAccount', subjectId: String(stuck[0]!.id), count: 2 }),
    ]);
    expect((await agent.get('/api/admin/health')).body.deadJobs).toBe(1);
    for (const visitor of stuck) {
      const lines = await linesAbout(visitor);
      expect(lines.length).toBeLessThanOrEqual(3);
      expect(lines.find(({ name }) => name === 'opening attempt failed').detail).toMatchObject({
        kind: 'PaymentFailed',
        count: expect.any(Number),
        last: expect.stringMatching(/Z$/),
      });
      expect((await agent.inspects(visitor.id)).body.diagnosis.what).toMatch(/failed \d+ times\.$/);
    }

    await stack.sandbox.heal();
    await settled(stack);
    for (const visitor of stuck) expect((await visitor.opensAccount()).body).toEqual({ success: true });
    await eventually(async () => (await agent.get('/api/admin/dead-jobs')).body.length === 0);
    expect((await agent.get('/api/admin/health')).body.deadJobs).toBe(0);
    await expectNoViolations(stack);
  }, 180_000);

  it('a retry by support makes the waiting job due now and adds none, even for three clicks at once', async () => {
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: '500', times: 0 });
    const visitor = await make();
    await eventually(async () => (await retryLater(stack, 'openAccount', visitor.id)) === 1);
    await stack.sandbox.heal();
    const agent = await anAgent(stack);
    await atOnce(3, () => agent.runs(visitor.id, 'retry-opening'));
    await eventually(async () => (await visitor.stored()).state === 'success', { within: 30_000 });
    await expectNoViolations(stack);
    expect(await jobsOf(stack, { queue: 'openAccount', key: visitor.id })).toHaveLength(1);
  }, 180_000);

  it('subscription webhooks share the job that waits; one more job waits while one runs', async () => {
    const member = await aVisitor(stack).becomesMember();
    await settled(stack);
    const [{ customer_id: customerId }] = await stack.query('SELECT customer_id FROM subscriptions WHERE id = $1', [
      member.id,
    ]);
    const jobs = async () =>
      (await jobsOf(stack, { queue: 'syncSubscription', key: customerId })).filter(
        ({ state }) => state !== 'completed',
      );
    await stack.sandbox.fault({ match: 'GET /v1/subscriptions/*', mode: '500', times: 0 });
    await stack.sandbox.advance({ days: 31 });
    await eventually(async () => (await jobs()).length > 0, { within: 30_000 });
    await eventually(async () => {
      const { deliveries } = await stack.sandbox.call('webhooks');
      return deliveries.every(({ status }: { status: string }) => status !== 'pending');
    });
    await eventually(async () => (await jobs()).length <= 2);
    await stack.sandbox.heal();
    await settled(stack);
    const [{ state }] = await stack.query('SELECT state FROM subscriptions WHERE id = $1', [member.id]);
    expect(state).toBe('active');
  }, 180_000);
});

describe('On three servers, with Stripe down', () => {
  const stack = ownStack({ apis: 3 });
  const { make, liveJobs, linesAbout } = stuckOpenings(stack);

  const anHourOfTheClock = async (): Promise<void> => {
    for (let minute = 0; minute < 60; minute += 2) {
      await stack.sandbox.advance({ minutes: 2 });
      await sleep(3_000);
    }
  };

  /** The number of attempts, by the journal. */
  async function attemptsOf(visitor: Visitor): Promise<number> {
    const lines = await linesAbout(visitor);
    return lines.reduce(
      (sum, { name, detail }) => sum + (name === 'opening attempt failed' ? (detail.count ?? 1) : 0),
      0,
    );
  }

  it.each([
    ['an hour of the product’s clock', '500', anHourOfTheClock],
    ['an hour of the product’s clock', 'refuse', anHourOfTheClock],
    ['ten real minutes', '500', () => sleep(10 * MINUTE)],
  ])(
    'for %s (%s), each stuck opening has at most one live job, three journal lines and one dead letter, and none after recovery',
    async (time, mode, pass) => {
      await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode, times: 0 });
      const stuck = await atOnce(8, make);
      const agent = await anAgent(stack);
      const deadJobs = async ({ id }: Visitor): Promise<{ count: number }[]> =>
        (await agent.get('/api/admin/dead-jobs')).body.filter(
          ({ subjectId }: { subjectId: string }) => subjectId === String(id),
        );
      const [most, watching] = [{ jobs: 0, lines: 0, letters: 0 }, { on: true }];
      const watched = (async () => {
        for (; watching.on; await sleep(500))
          for (const visitor of stuck) {
            const [jobs, lines, letters] = await Promise.all([liveJobs, linesAbout, deadJobs].map((of) => of(visitor)));
            most.jobs = Math.max(most.jobs, jobs!.length);
            most.lines = Math.max(most.lines, lines!.length);
            most.letters = Math.max(most.letters, letters!.length);
          }
      })();
      await pass();
      const attempts = await Promise.all(stuck.map(attemptsOf));
      watching.on = false;
      await watched;
      console.log({ time, mode, most, attempts });
      expect(most.jobs).toBe(1);
      expect(most.lines).toBeLessThanOrEqual(3);
      expect(most.letters).toBeLessThanOrEqual(1);
      expect(Math.min(...attempts)).toBeGreaterThan(2);

      await stack.sandbox.heal();
      for (const visitor of stuck)
        await eventually(async () => (await visitor.opensAccount()).body?.success, { within: RETRIED_WITHIN });
      await settled(stack, { within: 120_000 });
      await eventually(async () => (await agent.get('/api/admin/dead-jobs')).body.length === 0);
      for (const visitor of stuck) expect((await linesAbout(visitor)).length).toBeLessThanOrEqual(3);
      await expectNoViolations(stack);
    },
  );
});
