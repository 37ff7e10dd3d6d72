/** Proves that the test suite can fail: it must find the faults of builds that are broken on purpose. */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { aVisitor, type Visitor } from '../builders/index.ts';
import { atOnce, settled, untilHeld, violations } from '../invariants/index.ts';
import { startStack } from '../support/stack.mjs';
import { Lanes } from './sweep.ts';
import { SIGN_UP } from './sweep-scripts.ts';
import { type Patch, patchedBuild } from './patched-build.ts';

jest.setTimeout(600_000);

const NO_KEYS: Patch[] = ['card-setups', 'subscriptions'].map((name) => ({
  file: `billing/adapters/stripe-${name}.js`,
  instead: /, \{ idempotencyKey: `[^`]*` \}/g,
  put: '',
}));
const NO_LOCK: Patch[] = [
  { file: 'workflow/workflow.js', instead: /,\s*lock: \{ mode: "pessimistic_write" \}/g, put: '' },
];
const JOURNAL_APART: Patch[] = [
  {
    file: 'workflow/locked-instance.js',
    instead: /this\.tx\.queryRunner\.query\(`INSERT INTO workflow_journal \(flow, version, subject_id, seq/,
    // Not for the first transition of a subject: other transactions cannot see its row yet.
    put: '(seq > 1 ? this.tx.connection : this.tx.queryRunner).query(`INSERT INTO workflow_journal (flow, version, subject_id, seq',
  },
];
const TIERS = ['tier_20_49', 'tier_50_99', 'tier_100_199', 'tier_200_499'];
const ROUNDS = 20;

describe('The invariants', () => {
  describe('of a build without idempotency keys for Stripe', () => {
    const stack = brokenStack('keys', NO_KEYS);

    it('find several customers after twenty parallel requests', async () => {
      const visitor = await aVisitor(stack()).provesPhone();
      await stack().sandbox.fault({ match: 'GET /v1/customers', mode: 'hold-before', times: 20 });
      const calls = atOnce(20, () => visitor.call('trial-setup-intent'));
      await untilHeld(stack(), 20);
      await stack().sandbox.heal();
      await calls;
      expect(await said('no idempotency keys', stack())).toContainEqual(
        expect.stringMatching(/^I2 .*several customers/),
      );
    });
  });

  describe('of a build without row locks', () => {
    const stack = brokenStack('lock', NO_LOCK);

    it('find an account that was opened with an older plan', async () => {
      let found: string[] = [];
      let round = 0;
      for (; round < ROUNDS && !found.length; round += 1) {
        const visitors = await atOnce(8, () => aVisitor(stack()).provesPhone());
        await Promise.all(visitors.map((visitor) => visitor.typesCard()));
        const chooses = (visitor: Visitor) => (turn: number) =>
          visitor.call('update-selected-plan', { selectedPlan: TIERS[turn % TIERS.length] });
        await Promise.all(visitors.flatMap((visitor) => [visitor.opensAccount(), atOnce(40, chooses(visitor))]));
        found = await said(`no row lock, round ${round + 1}`, stack());
      }
      expect(found).not.toEqual([]);
    });
  });

  describe('of a build that writes the journal outside the transaction', () => {
    it('find a journal row without its change after a failed commit', async () => {
      const { entry, remove } = await patchedBuild('journal', JOURNAL_APART);
      const lanes = new Lanes(1, entry);
      try {
        await lanes.start();
        const { broken, runs } = await lanes.sweep(SIGN_UP, 'cut before', 'once', { most: 12 });
        console.info(
          [`journal outside the transaction, after ${runs} runs:`, ...broken.map((each) => each.slice(0, 300))].join(
            '\n',
          ),
        );
        expect(broken.join('\n')).toMatch(/I7 a journal has a gap or does not end where its subject stands/);
      } finally {
        await lanes.stop();
        await remove();
      }
    });
  });
});

type Broken = Awaited<ReturnType<typeof startStack>>;

/** A stack of the broken build. */
function brokenStack(name: string, breakages: Patch[]): () => Broken {
  let stack: Broken | undefined;
  let remove = async () => {};
  beforeAll(async () => {
    const build = await patchedBuild(name, breakages);
    remove = build.remove;
    stack = await startStack({ entries: [build.entry] });
  }, 120_000);
  afterAll(async () => {
    await stack?.stop();
    await remove();
  });
  return () => stack!;
}

async function said(what: string, stack: Broken): Promise<string[]> {
  await settled(stack);
  const found = await violations(stack);
  console.info([`${what}:`, ...found].join('\n'));
  return found;
}
