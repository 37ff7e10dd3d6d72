/** Webhooks that do not arrive, seen by the metrics and the doctor. */
import { describe, expect, it } from 'vitest';
import { aVisitor, callsTo, doctorCommand } from '../builders/index.ts';
import { metricsOf } from '../invariants/leaks.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

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
