import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { aVisitor, type Visitor } from '../builders/index.ts';
import { atOnce, held, settled, violations } from '../invariants/index.ts';
import { type Breakage, brokenBuild } from '../support/broken-build.mjs';
import { startStack } from '../support/stack.mjs';
import { Lanes } from './sweep.ts';
import { SIGN_UP } from './whole-sign-up.ts';

jest.setTimeout(600_000);

const NO_KEYS: Breakage[] = ['card-setups', 'subscriptions'].map((name) => ({
  file: `billing/adapters/stripe-${name}.js`,
  instead: /, \{ idempotencyKey: `[^`]*` \}/g,
  put: '',
}));
const NO_LOCK: Breakage[] = [
  { file: 'workflow/workflow.js', instead: /, lock: \{ mode: 'pessimistic_write' \}/g, put: '' },
];
const JOURNAL_APART: Breakage[] = [
  {
    file: 'workflow/locked-instance.js',
    instead: /this\.tx\.queryRunner\.query\(`INSERT INTO workflow_journal/,
    // All but the first move of a subject, whose row nobody else can see yet.
    put: '(seq > 1 ? this.tx.connection : this.tx.queryRunner).query(`INSERT INTO workflow_journal',
  },
];
const TIERS = ['tier_20_49', 'tier_50_99', 'tier_100_199', 'tier_200_499'];
const ROUNDS = 20;

/** What the harness says of a product that is not as it should be: it must say something, within minutes. */
describe('A build', () => {
  describe('without the idempotency keys of its calls to Stripe', () => {
    const stack = brokenStack('keys', NO_KEYS);

    it('makes several customers of twenty tabs', async () => {
      const visitor = await aVisitor(stack()).provesPhone();
      await stack().sandbox.fault({ match: 'GET /v1/customers', mode: 'hold-before', times: 20 });
      const calls = atOnce(20, () => visitor.call('trial-setup-intent'));
      await held(stack(), 20);
      await stack().sandbox.heal();
      await calls;
      expect(await said('no idempotency keys', stack())).toContainEqual(
        expect.stringMatching(/^I2 .*several customers/),
      );
    });
  });

  describe('without the lock of the row', () => {
    const stack = brokenStack('lock', NO_LOCK);

    it('opens accounts at another plan than was chosen last', async () => {
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

  describe('that writes its journal outside the transaction', () => {
    it('has a journal that says what did not happen, once a commit fails', async () => {
      const { entry, remove } = await brokenBuild('journal', JOURNAL_APART);
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

/** A stack of the broken build, from `beforeAll` on. */
function brokenStack(name: string, breakages: Breakage[]): () => Broken {
  let stack: Broken | undefined;
  let remove = async () => {};
  beforeAll(async () => {
    const build = await brokenBuild(name, breakages);
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
