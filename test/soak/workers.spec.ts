/** Workers that are frozen or killed during a job, and jobs that cannot succeed. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { anAgent, aVisitor, callsTo, type Visitor } from '../builders/index.ts';
import { providerRecordsOf, expectNoViolations, expireLeases, untilHeld, settled } from '../invariants/index.ts';
import { startCommitProxy } from './commit-proxy.ts';
import { eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';

jest.setTimeout(420_000);

const LEASE_SECONDS = 120;
const PATIENCE_MS = 120_000;
const LONGEST_LOCK_MS = 20_000;

let commits: Awaited<ReturnType<typeof startCommitProxy>>;
beforeAll(async () => void (commits = await startCommitProxy()));
const stack = ownStack({ between: (url) => commits.between(url) });
afterEach(() => Promise.all([stack.sandbox.heal(), commits.heal()]));
afterAll(() => commits.stop());

/** Freezes the only running server during a provider call, then starts the other one. */
async function frozenAt(match: string, mode: string): Promise<Visitor> {
  const [first, second] = stack.apis;
  await second!.kill();
  const visitor = await aVisitor(stack).provesPhone();
  await visitor.typesCard();
  await stack.sandbox.fault({ match, mode });
  void visitor.opensAccount().catch(() => undefined);
  await untilHeld(stack);
  first!.signal('SIGSTOP');
  await second!.restart();
  return visitor;
}

async function opened(visitor: Visitor, within: number): Promise<void> {
  await eventually(async () => (await visitor.stored()).state === 'success', { within, every: 500 });
}

async function expectOnce(visitor: Visitor): Promise<void> {
  await settled(stack, { within: 60_000 });
  await expectNoViolations(stack, { copiesOfMails: true });
  const { customers, subscriptions } = await providerRecordsOf(stack, visitor);
  expect([customers.length, subscriptions.length]).toEqual([1, 1]);
}

describe('A worker that is frozen during a job until its lease has ended', () => {
  it.each([
    ['before Stripe subscribes', 'POST /v1/subscriptions', 'hold-before'],
    ['after Stripe subscribed', 'POST /v1/subscriptions', 'hold-after'],
    ['before the welcome mail', 'SMTP', 'hold-before'],
    ['after the welcome mail', 'SMTP', 'hold-after'],
  ])('repeats nothing when it resumes: %s', async (_moment, match, mode) => {
    const [first, second] = stack.apis;
    // The frozen server keeps its call; the other one repeats it, at the latest when the frozen server's locks end.
    const visitor = await frozenAt(match, mode);
    await expireLeases(stack);
    if (match !== 'SMTP') {
      await stack.sandbox.heal();
      await opened(visitor, PATIENCE_MS);
    }
    first!.signal('SIGCONT');
    await stack.sandbox.heal();
    await opened(visitor, PATIENCE_MS);
    await expireLeases(stack);
    await expectOnce(visitor);
    expect(second!.isLive()).toBe(true);
  });
});

describe('A server that is frozen while it holds a row lock', () => {
  it('loses the lock after twenty seconds', async () => {
    const [first, second] = stack.apis;
    const visitor = await aVisitor(stack).provesPhone();
    const chooses = ({ url }: { url: string }, selectedPlan: string) =>
      callsTo({ url }).post('update-selected-plan', { trialId: visitor.id, selectedPlan });
    commits.fault({ mode: 'hold-before' });
    const frozen = chooses(first!, 'tier_20_49');
    await eventually(() => commits.fired() > 0);
    const begun = performance.now();
    expect((await chooses(second!, 'tier_50_99')).status).toBe(503);
    const gotThrough = async () => (await chooses(second!, 'tier_50_99')).status === 200;
    await eventually(gotThrough, { within: LONGEST_LOCK_MS + 10_000 });
    expect(performance.now() - begun).toBeGreaterThan(LONGEST_LOCK_MS - 1000);
    await commits.heal();
    expect((await frozen).status).toBe(503);
    expect((await visitor.stored()).selected_plan).toBe('tier_50_99');
    await expectNoViolations(stack);
  });
});

describe('A worker that is killed during a job', () => {
  it('has its job taken over after the lease, without intervention', async () => {
    const [first] = stack.apis;
    await stack.sandbox.webhooks.set('drop');
    const visitor = await frozenAt('POST /v1/subscriptions', 'hold-after');
    first!.signal('SIGKILL');
    const begun = performance.now();
    await stack.sandbox.heal();
    await opened(visitor, (LEASE_SECONDS + 60) * 1000);
    console.log({ lease: LEASE_SECONDS, takenOverAfterSeconds: Math.round((performance.now() - begun) / 1000) });
    await first!.restart();
    await stack.sandbox.webhooks.set('normal');
    await expectOnce(visitor);
  });
});

describe('A job that cannot succeed', () => {
  it.each([
    ['a subject that is no number', { subjectId: 'poison', requestId: 'test', queue: 'openAccount' }],
    ['a subject that does not exist', { subjectId: 1, requestId: 'test', queue: 'sendResumeLink' }],
    ['no data at all', null],
  ])('becomes a dead letter and does not block others: %s', async (_what, data) => {
    const queue = data?.queue ?? 'openAccount';
    const id = randomUUID();
    await stack.query(
      `INSERT INTO pgboss.job (id, name, data, retry_limit, retry_delay, retry_backoff, expire_in, dead_letter)
       SELECT $1, name, $3, retry_limit, retry_delay, retry_backoff, expire_seconds * interval '1 second', dead_letter
         FROM pgboss.queue WHERE name = $2`,
      [id, queue, data && JSON.stringify(data)],
    );
    const visitor = await aVisitor(stack).becomesMember();
    await settled(stack, { within: 60_000 });
    const [{ state, retry_count: tries }] = await stack.query('SELECT state, retry_count FROM pgboss.job WHERE id = $1', [id]); // oxfmt-ignore
    console.log({ poison: data, state, tries });
    expect(['failed', 'completed']).toContain(state);
    const { body: dead } = await (await anAgent(stack)).get('/api/admin/dead-jobs');
    if (state === 'failed') expect(dead).toContainEqual(expect.objectContaining({ attempts: 13 }));
    await stack.query(`DELETE FROM pgboss.job WHERE id = $1 OR name = 'deadLetters'`, [id]);
    expect((await visitor.stored()).state).toBe('success');
    await expectNoViolations(stack, { copiesOfMails: true });
  });
});
