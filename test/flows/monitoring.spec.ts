/** What Prometheus reads from a server, and the alerts and the dashboard that rest on it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { aTrial, aVisitor } from '../builders/index.ts';
import { metricsOf } from '../invariants/leaks.ts';
import { root } from '../../tools/local/setup.ts';
import { ownStack } from '../support/own-stack.ts';

const stack = ownStack();

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
  const { id } = await aTrial(stack, { state: 'openingAccount' });
  await stack.query(`UPDATE trial_signups SET card_saved_at = card_saved_at - interval '10 minutes' WHERE id = $1`, [
    id,
  ]);
  expect(await valueOf('lampstand_oldest_unopened_seconds')).toBeGreaterThan(600);
  expect(await metrics()).not.toContain('step="sendCode"');
  await stack.query(
    `INSERT INTO provider_failures (step, subject_id, first_at, last_at) SELECT 'sendCode', n, now(), now() FROM generate_series(1, 3) AS n`,
  );
  expect(await valueOf('lampstand_provider_away_people{step="sendCode"}')).toBe(3);
  await stack.query('DELETE FROM provider_failures');
  expect(await metrics()).not.toContain('step="sendCode"');
});

it('a server that cannot serve says so, and claims to know nothing else', async () => {
  await stack.query('ALTER TABLE migrations RENAME TO migrations_away');
  try {
    expect(await valueOf('lampstand_ready')).toBe(0);
    expect(await valueOf('lampstand_dead_jobs')).toBeNaN();
    expect(await metrics()).toContain('lampstand_dead_jobs Nan');
  } finally {
    await stack.query('ALTER TABLE migrations_away RENAME TO migrations');
  }
  expect(await valueOf('lampstand_ready')).toBe(1);
  expect(await valueOf('lampstand_dead_jobs')).toBe(0);
});
