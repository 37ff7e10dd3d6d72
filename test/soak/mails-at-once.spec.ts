import { expect, it } from '@jest/globals';
import { aVisitor } from '../builders/index.ts';
import { provedAfterEach } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';

const stack = ownStack({ apis: 1 });
provedAfterEach(stack);

it('Welcomes go out five at a time while the mail server takes its time, and each once', async () => {
  await stack.sandbox.fault({ match: 'SMTP', mode: 'hold-before', times: 0 });
  const members = await Promise.all(Array.from({ length: 8 }, () => aVisitor(stack).becomesMember()));
  await eventually(async () => (await stack.sandbox.call('faults'))[0].fired >= 5);
  await stack.sandbox.heal();
  for (const { details } of members)
    expect(await stack.sandbox.mails(details.email, { subject: /^Welcome/ })).toHaveLength(1);
});
