/** Runs random histories against a stack: model-based tests with fast-check. */
import fc from 'fast-check';
import { endHeartbeats } from '../builders/index.ts';
import { settled, tally, violations } from '../invariants/index.ts';
import type { OwnPostgres, OwnStack } from '../support/own-stack.ts';
import { differences } from './model.ts';
import { actorsFor, describeSetups, prepare, type Setup, someSetups } from './actors.ts';
import { aRound } from './commands.ts';
import { World } from './world.ts';
import { eventually } from '../support/index.ts';

export interface Histories {
  runs: number;
  seed: number;
  rounds: number;
  path?: string;
  /** After this many minutes a failing history is no longer shrunk. */
  minutes: number;
  postgres?: OwnPostgres;
}

type History = [setups: Setup[], rounds: Iterable<fc.AsyncCommand<object, World>>];

/** A random history: the setups of its actors and its rounds. A seed repeats it. */
export const aHistory = (rounds: number): fc.Arbitrary<History> =>
  fc.tuple(someSetups, fc.noBias(fc.commands([aRound], { maxCommands: rounds, size: 'max', disableReplayLog: true })));

/**
 * Runs random histories on one stack, each with new actors, and checks the invariants and the models after each. Throws with
 * seed, path and the shortest failing history. Returns how often each command, outcome and fault occurred.
 */
export async function runHistories(
  stack: OwnStack,
  { runs, seed, rounds, path, minutes, postgres }: Histories,
): Promise<Map<string, number>> {
  const counted: string[] = [];
  const known = new Set(await violations(stack, { copiesOfMails: true }));
  let failure: string[] = [];
  const started: { world: World; checked: Promise<void> }[] = [];

  const check = async (world: World, drawn: History) => {
    counted.push('history');
    await runHistory(world, drawn).catch(async (error: Error) => {
      world.wrong.push(error.message);
      await recover(world).catch(() => {});
    });
    const broken = (await violations(stack, { copiesOfMails: true })).filter((each) => !known.has(each));
    for (const each of broken) known.add(each);
    const wrong = [...broken, ...world.wrong, ...(await differences(world))];
    if (wrong.length === 0 || (world.stopped && failure.length > 0)) return;
    failure = [...wrong, '', describeSetups(drawn[0]), ...world.lines, '', ...(await lastErrors(stack))];
    throw new Error(wrong.join('\n'));
  };
  const history = fc.asyncProperty(aHistory(rounds), (drawn) => {
    const world = new World(stack, actorsFor(stack, drawn[0]), (what) => counted.push(what), postgres);
    const checked = check(world, drawn);
    started.push({ world, checked });
    return checked;
  });

  const limits = { interruptAfterTimeLimit: minutes * 60_000, markInterruptAsFailure: true };
  const outcome = await fc.check(history, { numRuns: runs, seed, ...(path && { path }), ...limits });
  await stopLast(started);
  if (outcome.failed)
    throw new Error(
      (outcome.counterexample
        ? [
            `History ${outcome.numRuns} of ${runs} fails; shrunk ${outcome.numShrinks} times.`,
            `To repeat it: SOAK_SEED=${outcome.seed} SOAK_PATH=${outcome.counterexamplePath?.split(':')[0]}`,
            ...(failure.length ? failure : [String(outcome.errorInstance)]),
          ]
        : [
            `Only ${outcome.numRuns} of ${runs} histories in ${minutes} minutes.`,
            `To repeat them: SOAK_SEED=${outcome.seed}`,
            ...failure,
          ]
      ).join('\n'),
    );
  return tally(counted);
}

/** When the minutes are over, fast-check leaves its last history running, which would start servers of a stack that has stopped. */
async function stopLast(started: { world: World; checked: Promise<void> }[]): Promise<void> {
  const last = started.at(-1);
  if (!last) return;
  last.world.stopped = true;
  await last.checked.catch(() => {});
}

/** The last log lines about failed requests and crashes. */
async function lastErrors(stack: OwnStack): Promise<string[]> {
  const lines = (await stack.logs()).split('\n');
  const last = (message: string) => lines.filter((line) => line.includes(`"msg":"${message}"`)).slice(-5);
  return [...last('uncaught exception'), ...last('request failed')];
}

async function runHistory(world: World, [setups, rounds]: History): Promise<void> {
  await prepare(world, setups);
  await fc.asyncModelRun(() => ({ model: {}, real: world }), rounds);
  await recover(world);
  await untilAccountsOpen(world);
}

/** Longer than any sweep waits before it looks for stored cards and stuck openings. */
const SWEEPS_MINUTES = 65;
const WITHIN = { within: 60_000, every: 200 };

/** Heals all faults, restarts servers, delivers held webhooks and waits until the stack settles. */
async function recover(world: World): Promise<void> {
  const { stack } = world;
  await stack.sandbox.heal();
  await stack.sandbox.webhooks.set('normal');
  await world.restartAll();
  await eventually(() => endHeartbeats(stack).then(() => true), WITHIN);
  await stack.sandbox.webhooks.deliver();
  await stack.sandbox.advance({ minutes: SWEEPS_MINUTES });
  await settled(stack, WITHIN);
}

/** Waits until every sign-up with a stored card has its account or has ended. The models then show what is missing. */
async function untilAccountsOpen(world: World): Promise<void> {
  const owed = world.actors.filter(({ model }) => model.cardStored.mustBe(true)).map(({ id }) => id);
  await eventually(async () => {
    const waiting = await world.stack.query(
      `SELECT FROM trial_signups WHERE state = 'openingAccount' OR id = ANY ($1) AND state = 'billingInformation'`,
      [owed],
    );
    return waiting.length === 0;
  }, WITHIN).catch(() => {});
  await settled(world.stack, WITHIN);
}
