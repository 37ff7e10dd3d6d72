/** What Prometheus reads from a server: metrics, the checks of the doctor, and webhooks that do not arrive. @slow */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, describe } from 'vitest';
import {
  aTrial,
  aVisitor,
  aFailingProvider,
  callsTo,
  daysAgo,
  without,
  stripe,
  doctorCommand,
} from '../builders/index.ts';
import { settled } from '../invariants/index.ts';
import { metricsOf } from '../invariants/leaks.ts';
import { eventually } from '../support/index.ts';
import { root } from '../../tools/local/setup.ts';
import { inProcessStack } from '../support/own-stack.ts';

const stack = inProcessStack({ env: { SWEEP_INTERVAL_SECONDS: '3600' } });

describe('Monitoring', () => {
  // Nothing is swept during the tests.

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

  it('the metrics count cards without an account, and people for whom a provider does not answer', async () => {
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
});

describe('The checks of the doctor', () => {
  const stack = inProcessStack({ env: { CHECK_INTERVAL_SECONDS: '1' } });

  const checks = async () => {
    const { text } = (await metricsOf(stack))[0]!;
    return Object.fromEntries(
      [...text.matchAll(/^lampstand_check\{name="(\w+)"\} (\d)$/gm)].map(([, name, value]) => [name, value]),
    );
  };
  const linesOf = async (msg: string) =>
    (await stack.logs()).split('\n').filter((line) => line.includes(`"msg":"${msg}"`));

  it('a server exports each check, and logs one that begins to fail, and that it is over', async () => {
    const names = 'clock database events mail portal prices stripe twilio verify wallets webhook'.split(' ');
    await eventually(async () => Object.keys(await checks()).length > 0);
    expect(await checks()).toEqual(Object.fromEntries(names.map((name) => [name, '1'])));
    stack.allowLogs(/"msg":"check failed"/);
    const disable = (disabled: boolean) =>
      stripe(stack, 'webhook_endpoints/we_sandbox', { disabled: String(disabled) });
    await disable(true);
    await eventually(async () => (await checks())['webhook'] === '0');
    await eventually(async () => (await linesOf('check failed')).length > 0);
    await disable(false);
    await eventually(async () => (await linesOf('check ok')).length > 0);
    const [failed, ...more] = await linesOf('check failed');
    expect(more).toEqual([]);
    expect(failed).toMatch(/"check":"webhook","message":"Stripe has disabled .*; look why/);
    expect((await checks())['webhook']).toBe('1');
  });
});

const STRIPE_WEBHOOK_SECRETS = 'whsec_of_another_endpoint';

describe('A server with the secret of another endpoint', () => {
  const stack = inProcessStack({ env: { STRIPE_WEBHOOK_SECRETS } });

  const valueOf = async (metric: string) => {
    const { text } = (await metricsOf(stack))[0]!;
    const line = text.split('\n').find((each) => each.startsWith(`${metric} `));
    return Number(line?.split(' ').at(-1));
  };
  const rejected = (reason: string) => valueOf(`lampstand_webhooks_rejected_total{reason="${reason}"}`);

  it('counts what it refuses, and after five minutes the doctor says what to compare', async () => {
    expect(await valueOf('lampstand_webhook_silence_seconds')).toBe(0);
    await aVisitor(stack).becomesMember();
    await eventually(async () => (await rejected('signature')) > 0);
    expect(await rejected('body')).toBe(0);
    await stack.sandbox.advance({ minutes: 10 });
    expect(await valueOf('lampstand_webhook_silence_seconds')).toBeGreaterThan(9 * 60);
    expect(await valueOf('lampstand_webhook_lag_seconds')).toBeNaN();
    const { lines } = await doctorCommand(stack, { STRIPE_WEBHOOK_SECRETS });
    expect(lines.filter((line) => line.slice(8).startsWith('events'))).toEqual([
      expect.stringMatching(/^WRONG .*no event of Stripe has come yet, and none of what .*STRIPE_WEBHOOK_SECRETS/),
    ]);
  });

  it('does not take the call of a stranger for a webhook of Stripe', async () => {
    const before = await rejected('signature');
    await stack.sandbox.webhooks.set('hold');
    expect((await callsTo(stack).post('stripe/webhook', { id: 'evt_1' })).status).toBe(400);
    expect(await rejected('unsigned')).toBe(1);
    expect(await rejected('signature')).toBeGreaterThanOrEqual(before);
  });
});

describe('A server that takes its webhooks', { tags: 'thorough' }, () => {
  const stack = inProcessStack();

  it('is not silent long after its last account', async () => {
    await aVisitor(stack).becomesMember();
    await stack.sandbox.advance({ minutes: 30 });
    const { text } = (await metricsOf(stack))[0]!;
    expect(text).toContain('\nlampstand_webhook_silence_seconds 0\n');
    const { wrong, lines } = await doctorCommand(stack);
    expect(wrong).toEqual([]);
    expect(lines).toContainEqual(expect.stringMatching(/^ok {6}events +the last event of Stripe came at 20\d\d-/));
  });
});
