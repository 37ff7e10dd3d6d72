import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { aVisitor, type Visitor } from '../builders/index.ts';
import { expectNoViolations, settled } from '../invariants/index.ts';
import { clients, crowd } from '../support/crowd.mjs';
import { buildBeforeNewestMigration } from '../support/older-build.mjs';
import type { OwnStack } from '../support/own-stack.ts';
import { startStack } from '../support/stack.mjs';

jest.setTimeout(600_000);

const PEOPLE = 40;
const CURRENT = 'apps/api/build/main.js';

/** The new version has migrated, the one before still runs: the proxy sends each request to one or the other. */
describe('Two versions of the server on one database', () => {
  let older: Awaited<ReturnType<typeof buildBeforeNewestMigration>>;
  let stack: OwnStack;

  beforeAll(async () => {
    older = await buildBeforeNewestMigration();
    stack = await startStack({ entries: [older.entry, CURRENT] });
  }, 300_000);
  afterAll(async () => {
    await stack?.stop();
    await older?.remove();
  });

  it('serve the same people by turns, from the first form to the first payment', async () => {
    const browsers = clients(8);
    const reads = crowd(4, (person, turn) =>
      browsers.ask(stack.apiUrls[(person + turn) % 2]!, { path: '/api/config' }, [200]),
    );
    const members: Visitor[] = [];
    for (let index = 0; index < PEOPLE; index += 1) {
      const visitor = await aVisitor(stack).becomesMember();
      members.push(visitor);
      const seen = stack.apiUrls.map((url) => fetch(`${url}/api/trial-signup/${visitor.id}`));
      expect((await Promise.all(seen)).map(({ status }) => status)).toEqual([200, 200]);
    }
    await reads.goHome();
    browsers.close();
    await settled(stack, { within: 60_000 });
    for (let days = 0; days < 32; days += 8) {
      await stack.sandbox.advance({ days: 8 });
      await settled(stack, { within: 60_000 });
    }
    const paid = await stack.query(
      'SELECT count(DISTINCT subscription_id)::int AS count FROM payments WHERE paid_in_cents > 0',
    );
    console.info({ older: older.version, members: members.length, paid: paid[0].count, ...browsers.figures() });
    expect(paid).toEqual([{ count: members.length }]);
    expect(browsers.strange.slice(0, 5)).toEqual([]);
    await expectNoViolations(stack);
  });
});
