import { describe, expect, it, jest } from '@jest/globals';
import { aDesk, aVisitor, stuckOpenings, type Visitor } from '../builders/index.ts';
import { atOnce, expectNoViolations, settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';

jest.setTimeout(180_000);

const stack = ownStack();

/** The attempt that comes next is the last one. */
const SPENT = `UPDATE pgboss.job SET retry_count = retry_limit, start_after = now()
                WHERE name = 'openAccount' AND data->>'subjectId' = $1 AND state = 'retry' RETURNING id`;
const { one: aStuckOpening, liveJobs, deadLetters, linesAbout } = stuckOpenings(stack);
const openedAt = async (visitor: Visitor) => Number((await visitor.stored()).opening_at);

/** Three minutes go by, and the sweep has looked at each of them. */
async function sweptAfterThreeMinutes(visitors: Visitor[]): Promise<void> {
  const before = await Promise.all(visitors.map(openedAt));
  await stack.sandbox.advance({ minutes: 3 });
  const all = visitors.map((visitor, index) =>
    eventually(async () => (await openedAt(visitor)) > before[index]!, { within: 30_000 }),
  );
  await Promise.all(all);
}

const diesForGood = async (visitor: Visitor, letters: number): Promise<void> => {
  await eventually(async () => (await stack.query(SPENT, [String(visitor.id)])).length > 0, { within: 60_000 });
  await eventually(async () => (await deadLetters(visitor)).length >= letters, { within: 60_000 });
};

describe('while the payment provider is away', () => {
  it('each stuck opening has one live job, a few lines and one dead letter, and none of them is left afterwards', async () => {
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: '500', times: 0 });
    const stuck = [await aStuckOpening(), await aStuckOpening(), await aStuckOpening()];
    for (let time = 0; time < 4; time += 1) {
      await sweptAfterThreeMinutes(stuck);
      for (const visitor of stuck) expect((await liveJobs(visitor)).length).toBeLessThanOrEqual(1);
    }
    for (const letters of [1, 2]) {
      await diesForGood(stuck[0]!, letters);
      await sweptAfterThreeMinutes(stuck);
    }

    const desk = await aDesk(stack);
    const dead = (await desk.get('/api/admin/dead-jobs')).body;
    expect(dead).toEqual([
      expect.objectContaining({ queue: 'openAccount', subjectId: String(stuck[0]!.id), count: 2 }),
    ]);
    expect((await desk.get('/api/admin/health')).body.deadJobs).toBe(1);
    for (const visitor of stuck) {
      const lines = await linesAbout(visitor);
      expect(lines.length).toBeLessThanOrEqual(3);
      expect(lines.find(({ name }) => name === 'opening attempt failed').detail).toMatchObject({
        kind: 'PaymentFailed',
        count: expect.any(Number),
        last: expect.stringMatching(/Z$/),
      });
      expect((await desk.inspects(visitor.id)).body.diagnosis.what).toMatch(/failed \d+ times\.$/);
    }

    await stack.sandbox.heal();
    await settled(stack);
    for (const visitor of stuck) expect((await visitor.opensAccount()).body).toEqual({ success: true });
    await eventually(async () => (await desk.get('/api/admin/dead-jobs')).body.length === 0);
    expect((await desk.get('/api/admin/health')).body.deadJobs).toBe(0);
    await expectNoViolations(stack);
  });

  it("support's retry makes the waiting job due at once and adds none, for clicks at once, too", async () => {
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: '500', times: 0 });
    const visitor = await aStuckOpening();
    await stack.query(
      `UPDATE pgboss.job SET start_after = now() + interval '1 hour' WHERE name = 'openAccount' AND data->>'subjectId' = $1`,
      [String(visitor.id)],
    );
    await eventually(async () => {
      const later = `UPDATE pgboss.job SET start_after = now() + interval '1 hour'
                      WHERE name = 'openAccount' AND data->>'subjectId' = $1 AND state = 'retry' RETURNING id`;
      return (await stack.query(later, [String(visitor.id)])).length === 1;
    });
    await stack.sandbox.heal();
    const desk = await aDesk(stack);
    await atOnce(3, () => desk.repairs(visitor.id, 'retry-opening'));
    await eventually(async () => (await visitor.stored()).state === 'success', { within: 30_000 });
    await expectNoViolations(stack);
    const jobs = await stack.query(`SELECT id FROM pgboss.job WHERE name = 'openAccount' AND data->>'subjectId' = $1`, [
      String(visitor.id),
    ]);
    expect(jobs).toHaveLength(1);
  });
});

describe('news of a subscription', () => {
  it('that comes while the look-up of earlier news waits is the same job, and while one runs is one more', async () => {
    const member = await aVisitor(stack).becomesMember();
    await settled(stack);
    const [{ customer_id: customerId }] = await stack.query('SELECT customer_id FROM subscriptions WHERE id = $1', [
      member.id,
    ]);
    const jobs = () =>
      stack.query(
        `SELECT id FROM pgboss.job WHERE name = 'subscriptionNews' AND data->>'subjectId' = $1 AND state <> 'completed'`,
        [customerId],
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
  });
});
