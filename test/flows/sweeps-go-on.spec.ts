import { describe, expect, it, jest } from '@jest/globals';
import { aVisitor } from '../builders/index.ts';
import { expectNoViolations, settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';

jest.setTimeout(120_000);

const stack = ownStack({ apis: 1 });

describe('a sweep of which one row fails', () => {
  it('mirrors the other subscriptions all the same, and comes back to the failing one', async () => {
    const members = [];
    for (let count = 0; count < 4; count += 1) members.push(await aVisitor(stack).becomesMember());
    await settled(stack);
    const ids = members.map(({ id }) => id);
    const rows = () =>
      stack.query(
        `SELECT id::text, stripe_id, reading, state FROM subscriptions WHERE id = ANY($1) ORDER BY array_position($1, id)`,
        [ids],
      );
    const before = await rows();
    await stack.sandbox.fault({ match: `GET /v1/subscriptions/${before[0].stripe_id}`, mode: '500', times: 0 });
    await stack.query(
      `UPDATE subscriptions SET check_at = timestamptz '2020-01-01' + array_position($1, id) * interval '1 minute' WHERE id = ANY($1)`,
      [ids],
    );
    await eventually(
      async () => (await rows()).filter(({ reading }, index) => reading > before[index].reading).length === 3,
      { within: 20_000 },
    );
    expect((await rows())[0].reading).toBe(before[0].reading);

    await stack.sandbox.heal();
    await stack.sandbox.advance({ minutes: 11 });
    await eventually(async () => (await rows())[0].reading > before[0].reading, { within: 20_000 });
    await expectNoViolations(stack);
  });
});
