import { expect, it, jest } from '@jest/globals';
import { aMember, lifeOf } from '../builders/index.ts';
import { atOnce, passing, provedAfterEach, settled } from '../invariants/index.ts';
import { ownStack } from '../support/own-stack.ts';

jest.setTimeout(1_200_000);

const TIMES = 1000;
const AT_ONCE = 8;

const stack = ownStack();
provedAfterEach(stack);

it(`a whole life told backwards, and then each of its webhooks ${TIMES} times in all, is the life it was`, async () => {
  const { sandbox } = stack;
  await sandbox.webhooks.set('hold');
  const member = await aMember(stack, { plan: 'tier_20_49' });
  await passing(stack)({ days: 31, minutes: 90 });
  await sandbox.webhooks.reverse();
  await sandbox.webhooks.set('normal');
  await settled(stack);
  const { state, payments, journal, account } = await lifeOf(stack, member.id);
  const mails = await sandbox.mails(member.email);
  expect([state, account, payments.map((each: any) => each.paid_in_cents)]).toEqual(['active', 'active', [3999, 0]]);

  const { events } = await sandbox.ledger();
  const begun = performance.now();
  for (const { id } of events)
    for (let sent = 1; sent < TIMES; sent += AT_ONCE)
      await atOnce(Math.min(AT_ONCE, TIMES - sent), () => sandbox.call(`webhooks/${id}/resend`, { method: 'POST' }));
  const seconds = Math.round((performance.now() - begun) / 1000);
  await settled(stack, { within: 120_000 });
  console.info({ events: events.length, times: TIMES, seconds });
  expect(await lifeOf(stack, member.id)).toMatchObject({ state, payments, journal, account });
  expect(await sandbox.mails(member.email)).toEqual(mails);
});
