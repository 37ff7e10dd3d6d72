/** One fault of a sweep: which provider call or commit fails, and how. And a person's patience with it. */
import { endHeartbeats, undoneJobsOf } from '../builders/index.ts';
import { eventually } from '../support/index.ts';
import { startCommitProxy } from './commit-proxy.ts';
import { startStack } from '../support/stack.mjs';

export type FaultyStack = Awaited<ReturnType<typeof aFaultyStack>>;

export const PROVIDER_MODES = [
  'refuse',
  'execute-then-drop',
  'hang',
  '500',
  '429',
  'killed before',
  'killed after',
] as const;
export const COMMIT_MODES = ['cut before', 'cut after', 'killed before commit', 'killed after commit'] as const;
export type Mode = (typeof PROVIDER_MODES)[number] | (typeof COMMIT_MODES)[number];

const LASTING = { once: 1, 'until healed': 0 };
export type Lasting = keyof typeof LASTING;

/** The nth call fails. */
export interface Plan {
  mode: Mode;
  lasting: Lasting;
  nth: number;
}

/** What the fault hit. */
export interface Struck {
  fired: number;
  /** The provider calls that failed. */
  calls: string[];
  /** When the killed server started again, in ms of the sandbox's clock. */
  restarted?: number;
}

/** A stack with one server, short provider timeouts, and a proxy before its database. */
export async function aFaultyStack(entry?: string) {
  const commits = await startCommitProxy();
  const shortTimeouts = new URL('./short-timeouts.mjs', import.meta.url).href;
  const stack = await startStack({
    apis: 1,
    between: commits.between,
    env: { NODE_OPTIONS: `--import ${shortTimeouts}` },
    ...(entry && { entries: [entry] }),
  });
  const stop = async () => {
    await stack.stop();
    await commits.stop();
  };
  return { ...stack, commits, stop };
}

/** Applies the plan. In a `killed …` mode, kills the server while its call is held, and starts it again. */
export async function inForce(stack: FaultyStack, { mode, lasting, nth }: Plan) {
  const times = LASTING[lasting];
  const deadly = mode.startsWith('killed');
  const onCommits = (COMMIT_MODES as readonly string[]).includes(mode);
  if (onCommits) stack.commits.fault({ mode: commitMode(mode), nth, times });
  else await stack.sandbox.fault({ match: '*', mode: sandboxMode(mode), nth, times });
  const struck: Struck = { fired: 0, calls: [] };
  const state = { over: false };

  async function look(): Promise<Struck> {
    const rules: Struck[] = onCommits ? [] : await stack.sandbox.call('faults');
    struck.fired = Math.max(struck.fired, onCommits ? stack.commits.fired() : 0, ...rules.map(({ fired }) => fired));
    for (const rule of rules) struck.calls = (rule as unknown as { struck: string[] }).struck;
    return struck;
  }

  async function lift(): Promise<void> {
    await look();
    await Promise.all([stack.sandbox.heal(), stack.commits.heal()]);
  }

  async function killing(): Promise<void> {
    await eventually(async () => state.over || (await look()).fired > 0, { within: 120_000, every: 20 });
    if (struck.fired === 0) return;
    await stack.apis[0]!.kill();
    await lift();
    await endHeartbeats(stack);
    const { offsetMs } = await stack.sandbox.call('clock');
    struck.restarted = Date.now() + offsetMs;
    await stack.apis[0]!.restart();
  }

  const killed = deadly ? killing() : Promise.resolve();
  return {
    deadly,
    struck,
    look,
    /** Ends the fault. A killed server runs again afterwards. */
    heal: async () => {
      state.over = true;
      await look();
      await killed;
      await lift();
    },
  };
}

const sandboxMode = (mode: string) => (mode.startsWith('killed') ? mode.replace('killed ', 'hold-') : mode);
const commitMode = (mode: string) =>
  mode.replace(/^killed (\w+) commit$/, 'hold-$1').replace(/^cut /, 'cut-') as 'cut-before' | 'cut-after';

/** Called after each failed try. May heal the fault. */
export type OnFailure = (step: string, error: Error) => Promise<void>;

const TRIES = 10;

/** Repeats a step until it works, up to ten times. */
export async function patiently(step: string, attempt: () => Promise<unknown>, onFailure: OnFailure): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (tries === TRIES) throw new Error(`${step} did not work in ${TRIES} tries`, { cause: error });
      await onFailure(step, error as Error);
    }
  }
}

/** Waits until no job or webhook is due. Unlike `settled`, does not shorten the queue's retry delays. */
export async function comesToRest(stack: FaultyStack, within = 4_000): Promise<void> {
  const end = Date.now() + within;
  for (;;) {
    const busy = await undoneJobsOf(stack);
    const { deliveries } = await stack.sandbox.call('webhooks');
    if (!busy.length && !deliveries.some(({ status }: any) => status === 'pending')) return;
    if (Date.now() > end) throw new Error(`${busy.length} jobs are not done`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
