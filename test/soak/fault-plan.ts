/** Which call fails, and how: one rule of the sandbox or of the proxy before the database. */
import { expireLeases } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { startCommitProxy } from '../support/commit-proxy.mjs';
import { startStack } from '../support/stack.mjs';

export type FaultyStack = Awaited<ReturnType<typeof aFaultyStack>>;

export const ASKING = ['refuse', 'execute-then-drop', 'hang', '500', '429', 'killed before', 'killed after'] as const;
export const COMMITTING = ['cut before', 'cut after', 'killed before commit', 'killed after commit'] as const;
export type Mode = (typeof ASKING)[number] | (typeof COMMITTING)[number];

export const LASTING = { once: 1, 'until healed': 0 };
export type Lasting = keyof typeof LASTING;

export interface Plan {
  mode: Mode;
  lasting: Lasting;
  nth: number;
}

export interface Struck {
  fired: number;
  /** The provider calls that were spoiled. */
  calls: string[];
  /** When the server that was killed started again, by the sandbox's clock. */
  restarted?: number;
}

/** One server process, so that it is known which one makes a call, and a proxy before its database. */
export async function aFaultyStack(entry?: string) {
  const commits = await startCommitProxy();
  const impatient = new URL('../support/impatient.mjs', import.meta.url).href;
  const stack = await startStack({
    apis: 1,
    between: commits.between,
    env: { NODE_OPTIONS: `--import ${impatient}` },
    ...(entry && { entries: [entry] }),
  });
  const stop = async () => {
    await stack.stop();
    await commits.stop();
  };
  return { ...stack, commits, stop };
}

/** Puts the plan into force. Whatever it holds until the server is killed, is, and the server is started again. */
export async function inForce(stack: FaultyStack, { mode, lasting, nth }: Plan) {
  const times = LASTING[lasting];
  const deadly = mode.startsWith('killed');
  const onCommits = (COMMITTING as readonly string[]).includes(mode);
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
    await expireLeases(stack);
    const { offsetMs } = await stack.sandbox.call('clock');
    struck.restarted = Date.now() + offsetMs;
    await stack.apis[0]!.restart();
  }

  const killed = deadly ? killing() : Promise.resolve();
  return {
    deadly,
    struck,
    look,
    /** Ends the outage; afterwards everything that died runs again. */
    heal: async () => {
      state.over = true;
      await look();
      await killed;
      await lift();
    },
  };
}

export type InForce = Awaited<ReturnType<typeof inForce>>;

const sandboxMode = (mode: string) => (mode.startsWith('killed') ? mode.replace('killed ', 'hold-') : mode);
const commitMode = (mode: string) =>
  mode.replace(/^killed (\w+) commit$/, 'hold-$1').replace(/^cut /, 'cut-') as 'cut-before' | 'cut-after';
