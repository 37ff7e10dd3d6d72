import { expireLeases, settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import type { World } from './world.ts';

/** The longest wait of the sweeps that look for stored cards and for what got stuck. */
const SWEEPS_MINUTES = 65;
const WITHIN = { within: 60_000, every: 200 };

/** Everything runs again, everything that was held is delivered, and what follows comes to rest. */
export async function heal(world: World): Promise<void> {
  const { stack } = world;
  await stack.sandbox.heal();
  await stack.sandbox.webhooks.set('normal');
  await world.restartAll();
  await eventually(() => expireLeases(stack).then(() => true), WITHIN);
  await stack.sandbox.webhooks.deliver();
  await stack.sandbox.advance({ minutes: SWEEPS_MINUTES });
  await settled(stack, WITHIN);
}

/** Liveness: whoever has a proven phone and a stored card has an account, or is told why not. */
export async function untilNobodyWaits(world: World): Promise<void> {
  const owed = world.people.filter(({ beliefs }) => beliefs.cardStored.isSurely(true)).map(({ id }) => id);
  await eventually(
    async () => {
      const waiting = await world.stack.query(
        `SELECT FROM trial_signups WHERE state = 'openingAccount' OR id = ANY ($1) AND state = 'billingInformation'`,
        [owed],
      );
      return waiting.length === 0;
    },
    { within: 10_000 },
  ).catch(() => {});
  await settled(world.stack, WITHIN);
}
