/** The checks of the doctor, which each server repeats. */
import { expect, it } from 'vitest';
import { stripe } from '../builders/index.ts';
import { metricsOf } from '../invariants/leaks.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';

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
  const disable = (disabled: boolean) => stripe(stack, 'webhook_endpoints/we_sandbox', { disabled: String(disabled) });
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
