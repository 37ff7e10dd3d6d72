import fc from 'fast-check';
import { tally, violations } from '../invariants/index.ts';
import type { OwnPostgres, OwnStack } from '../support/own-stack.ts';
import { disagreements } from './agreement.ts';
import { aCast, begin, castInWords, peopleOf, type Role } from './cast.ts';
import { heal, untilNobodyWaits } from './heal.ts';
import { aRound } from './round.ts';
import { World } from './world.ts';

export interface Histories {
  runs: number;
  seed: number;
  rounds: number;
  path?: string;
  /** After so many minutes a failing history is not made any shorter. */
  minutes: number;
  postgres?: OwnPostgres;
}

/** A cast and what happens to it: the same for the same seed. */
export const aHistory = (rounds: number) =>
  fc.tuple(aCast, fc.noBias(fc.commands([aRound], { maxCommands: rounds, size: 'max', disableReplayLog: true })));

/**
 * Lives through random histories on one stack, each with new people, and ends each with all invariants and with the
 * model beside the database. Throws with seed, path and the shortest failing history; answers with what was done how often.
 */
export async function runHistories(
  stack: OwnStack,
  { runs, seed, rounds, path, minutes, postgres }: Histories,
): Promise<Map<string, number>> {
  const counted: string[] = [];
  const known = new Set(await violations(stack, { copiesOfMails: true }));
  let failure: string[] = [];

  const history = fc.asyncProperty(aHistory(rounds), async ([cast, commands]) => {
    const world = new World(stack, peopleOf(stack, cast), (what) => counted.push(what), postgres);
    counted.push('history');
    await live(world, cast, commands).catch(async (error: Error) => {
      world.wrong.push(error.message);
      await heal(world).catch(() => {});
    });
    const broken = (await violations(stack, { copiesOfMails: true })).filter((each) => !known.has(each));
    for (const each of broken) known.add(each);
    const wrong = [...broken, ...world.wrong, ...(await disagreements(world))];
    if (wrong.length === 0) return;
    failure = [...wrong, '', castInWords(cast), ...world.lines, '', ...(await lastErrors(stack))];
    throw new Error(wrong.join('\n'));
  });

  const limits = { interruptAfterTimeLimit: minutes * 60_000, markInterruptAsFailure: true };
  const outcome = await fc.check(history, { numRuns: runs, seed, ...(path && { path }), ...limits });
  if (outcome.failed)
    throw new Error(
      [
        outcome.counterexample
          ? `History ${outcome.numRuns} of ${runs} fails; made shorter ${outcome.numShrinks} times.`
          : `Only ${outcome.numRuns} of ${runs} histories in ${minutes} minutes.`,
        `Again, as it was at first: SOAK_SEED=${outcome.seed} SOAK_PATH=${outcome.counterexamplePath?.split(':')[0]}`,
        ...(failure.length ? failure : [String(outcome.errorInstance)]),
      ].join('\n'),
    );
  return tally(counted);
}

/** What the servers said last of requests that failed, and of their own end. */
async function lastErrors(stack: OwnStack): Promise<string[]> {
  const lines = (await stack.logs()).split('\n');
  const last = (message: string) => lines.filter((line) => line.includes(`"msg":"${message}"`)).slice(-5);
  return [...last('uncaught exception'), ...last('request failed')];
}

async function live(world: World, cast: Role[], commands: Iterable<fc.AsyncCommand<object, World>>): Promise<void> {
  await begin(world, cast);
  await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
  await heal(world);
  await untilNobodyWaits(world);
}
