/** Runs a script again and again; in run n the nth call fails. Ends when a run has fewer than n calls. (SQLite tests like this.) */
import { retryNow } from '../builders/index.ts';
import { settled, violations } from '../invariants/index.ts';
import {
  aFaultyStack,
  COMMIT_MODES,
  comesToRest,
  type FaultyStack,
  inForce,
  type Lasting,
  type Mode,
  type OnFailure,
  type Plan,
  PROVIDER_MODES,
  type Struck,
} from './faults.ts';

/** What is done in each run, and what must be true at its end. */
export interface Script<P extends Person> {
  /** Prepares the run, before the fault. */
  begins: (stack: FaultyStack) => Promise<P>;
  lives: (stack: FaultyStack, person: P, onFailure: OnFailure) => Promise<void>;
  /** Everything that is wrong with the outcome. */
  wrong: (stack: FaultyStack, person: P) => Promise<string[]>;
}

export interface Person {
  email: string;
}

export interface Swept {
  runs: number;
  faults: number;
  seconds: number;
  /** How often each kind of call failed. */
  calls: Map<string, number>;
  broken: string[];
}

interface Run {
  struck: Struck;
  broken: string[];
}

/** Each mode, once and until healed; a killed server heals by its restart. */
export const MODES = [...PROVIDER_MODES, ...COMMIT_MODES].flatMap((mode): { mode: Mode; lasting: Lasting }[] =>
  mode.startsWith('killed')
    ? [{ mode, lasting: 'once' }]
    : [
        { mode, lasting: 'once' },
        { mode, lasting: 'until healed' },
      ],
);

/** The fault is healed after this many failed steps. */
const FAILURES_BEFORE_HEALING = 2;
const ENOUGH_BROKEN = 5;
const A_WHILE = 1_000;
/** The number of calls varies by a few from run to run, so a sweep ends after this many runs without a fault. */
const QUIET_RUNS = 3;

/** Several stacks that share the runs of a sweep. */
export class Lanes {
  private stacks: FaultyStack[] = [];

  constructor(
    private readonly count: number,
    private readonly entry?: string,
  ) {}

  async start(): Promise<void> {
    for (let lane = 0; lane < this.count; lane += 1) this.stacks.push(await aFaultyStack(this.entry));
  }

  async stop(): Promise<void> {
    // The first stack has started the database server and stops it.
    for (const stack of this.stacks.toReversed()) await stack.stop();
  }

  async sweep<P extends Person>(
    script: Script<P>,
    mode: Mode,
    lasting: Lasting,
    { most = Infinity } = {},
  ): Promise<Swept> {
    const begun = Date.now();
    const swept: Swept = { runs: 0, faults: 0, seconds: 0, calls: new Map(), broken: [] };
    let next = 1;
    let last = most;
    let quiet = 0;
    const lane = async (stack: FaultyStack) => {
      while (next <= last && swept.broken.length < ENOUGH_BROKEN) {
        const plan = { mode, lasting, nth: next };
        next += 1;
        const { struck, broken } = await run(stack, script, plan);
        swept.runs += 1;
        swept.faults += struck.fired;
        for (const call of struck.calls) {
          const kind = call.replaceAll(/\/\w+_\w{8,}|\/(VA|VE)\w{8,}/g, '/*');
          swept.calls.set(kind, (swept.calls.get(kind) ?? 0) + 1);
        }
        swept.broken.push(
          ...broken.map((what) => `call ${plan.nth}, ${mode}, ${lasting} ${struck.calls[0] ?? ''}: ${what}`),
        );
        if (struck.fired === 0) quiet += 1;
        if (quiet === QUIET_RUNS) last = 0;
      }
    };
    await Promise.all(this.stacks.map(lane));
    swept.seconds = Math.round((Date.now() - begun) / 1000);
    return swept;
  }
}

async function run<P extends Person>(stack: FaultyStack, script: Script<P>, plan: Plan): Promise<Run> {
  const person = await script.begins(stack);
  const force = await inForce(stack, plan);
  const failures: string[] = [];
  const onFailure: OnFailure = async (step, error) => {
    failures.push(`${step}: ${error.message.slice(0, 120)}`);
    // A step can fail on a busy machine before the fault has struck, which would then never strike.
    const { fired } = await force.look();
    if (fired && (force.deadly || failures.length >= FAILURES_BEFORE_HEALING)) await force.heal();
    await retryNow(stack);
  };
  const broken: string[] = [];
  try {
    await script.lives(stack, person, onFailure);
    // Background jobs hit the fault, too.
    await (plan.lasting === 'once' ? settled(stack) : comesToRest(stack, A_WHILE).catch(() => {}));
    await force.heal();
    await settled(stack);
    broken.push(...(await script.wrong(stack, person)));
  } catch (error) {
    await force.heal();
    broken.push(described(error));
  }
  broken.push(...(await needlessCopies(stack, person, plan, force.struck)));
  broken.push(...(await violations(stack, { copiesOfMails: true })));
  return { struck: force.struck, broken: broken.length ? [`${broken.join('; ')} (${failures.join(' | ')})`] : [] };
}

/** A mail may have been in progress at the kill if it was sent at most this long before the restart. */
const UNDER_WAY_MS = 60_000;

/**
 * Mails sent twice without need. A copy with the same Message-ID is allowed if the fault hit SMTP or a commit, or if the
 * server was killed before it recorded that the mail server had taken the mail.
 */
async function needlessCopies(
  stack: FaultyStack,
  { email }: Person,
  { mode }: Plan,
  { calls, restarted = 0 }: Struck,
): Promise<string[]> {
  if (mode.includes('commit') || mode.startsWith('cut') || calls.includes('SMTP')) return [];
  const wasInProgress = (at: string) => Date.parse(at) < restarted && Date.parse(at) > restarted - UNDER_WAY_MS;
  const mails = await stack.sandbox.mails(email, { count: 0 });
  const sendings = mails.map(({ messageId, at }) => `${messageId} ${wasInProgress(at)}`);
  const needless = mails.filter((_, index) => sendings.indexOf(sendings[index]!) !== index);
  return needless.map(({ subject, at }) => `"${subject}" came again at ${at}`);
}

const described = (error: unknown): string => {
  const { message, cause } = error as Error & { cause?: Error };
  return cause ? `${message}: ${cause.message}` : message;
};

/** One line for the log, and one for each broken run. */
export const linesOf = (mode: Mode, lasting: Lasting, { runs, faults, seconds, broken }: Swept): string =>
  [`${mode}, ${lasting}: ${runs} runs, ${faults} faults, ${broken.length} broken, ${seconds} s`, ...broken].join('\n');
