/** What Prometheus reads from a server, and the alerts and the dashboard that rest on it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { aTrial, aVisitor, aFailingProvider, callsTo, daysAgo, without } from '../builders/index.ts';
import { settled } from '../invariants/index.ts';
import { metricsOf } from '../invariants/leaks.ts';
import { eventually } from '../support/index.ts';
import { root } from '../../tools/local/setup.ts';
import { inProcessStack } from '../support/own-stack.ts';

// Nothing is swept during the tests.
const stack = inProcessStack({ env: { SWEEP_INTERVAL_SECONDS: '3600' } });

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const rules = read('deploy/monitoring/alerts.yml');
const dashboard = read('deploy/monitoring/dashboard.json');

const metrics = async () => (await metricsOf(stack)).map(({ text }) => text).join('\n');
const valueOf = async (metric: string) => {
  const line = (await metrics()).split('\n').find((each) => each.startsWith(`${metric} `));
  return Number(line?.split(' ').at(-1));
};

it('a server exports every metric that an alert or a panel names', async () => {
  await aVisitor(stack).provesPhone();
  const exported = await metrics();
  const named = `${rules}\n${dashboard}`.matchAll(/\b(?:lampstand|process|nodejs)_\w+/g);
  for (const name of new Set([...named].map(([each]) => each.replace(/_(bucket|count)$/, ''))))
    expect(exported).toContain(`# TYPE ${name} `);
  for (const label of ['event="phone.verified"', 'note="code sent"', 'status="201"', 'queue='])
    expect(exported).toContain(label);
});

it('the metrics show a card without an account, and people whom a provider fails', async () => {
  expect(await valueOf('lampstand_ready')).toBe(1);
  expect(await valueOf('lampstand_oldest_unopened_seconds')).toBe(0);
  const tenMinutesAgo = await daysAgo(stack, 10 / (24 * 60));
  await aTrial(stack, { state: 'openingAccount', columns: { card_saved_at: tenMinutesAgo } });
  expect(await valueOf('lampstand_oldest_unopened_seconds')).toBeGreaterThan(600);
  expect(await metrics()).not.toContain('step="sendCode"');
  const recovers = await aFailingProvider(stack, 'sendCode', 3);
  expect(await valueOf('lampstand_provider_away_people{step="sendCode"}')).toBe(3);
  await recovers();
  expect(await metrics()).not.toContain('step="sendCode"');
});

it('the metrics show for how long a sign-up should have been erased', async () => {
  expect(await valueOf('lampstand_retention_overdue_seconds')).toBe(0);
  const seen = { state: 'phoneVerification', columns: { last_seen_at: await daysAgo(stack, 32) } } as const;
  await aTrial(stack, seen);
  expect(await valueOf('lampstand_retention_overdue_seconds')).toBeGreaterThan(2 * 86_400);
});

it('the metrics show jobs that are due and do not run, and for how long', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => aTrial(stack)));
  await stack.sandbox.fault({ match: 'SMTP', mode: 'hold-before', times: 0 });
  for (const { id } of people) await callsTo(stack).post('send-resume-link', { trialId: id });
  const queue = 'queue="sendResumeLink"';
  await eventually(async () => (await valueOf(`lampstand_jobs_waiting{${queue}}`)) > 0, { within: 30_000 });
  await eventually(async () => (await valueOf(`lampstand_oldest_job_seconds{${queue}}`)) > 2);
  await stack.sandbox.heal();
  await settled(stack);
  await eventually(async () => (await valueOf(`lampstand_jobs_waiting{${queue}}`)) === 0, { within: 30_000 });
  expect(await metrics()).not.toContain('lampstand_oldest_job_seconds{');
});

it('the metrics show how many connections to PostgreSQL there are, and may be', async () => {
  expect(await valueOf('lampstand_database_connections')).toBeGreaterThan(2);
  expect(await valueOf('lampstand_database_connections_max')).toBeGreaterThan(28);
  expect(await valueOf('lampstand_database_pool_used')).toBeLessThan(await valueOf('lampstand_database_pool_max'));
});

it('a server that cannot serve says so, and claims to know nothing else', async () => {
  await without(stack, 'migrations', async () => {
    expect(await valueOf('lampstand_ready')).toBe(0);
    expect(await valueOf('lampstand_dead_jobs')).toBeNaN();
    expect(await metrics()).toContain('lampstand_dead_jobs Nan');
  });
  expect(await valueOf('lampstand_ready')).toBe(1);
  expect(await valueOf('lampstand_dead_jobs')).toBe(0);
});
