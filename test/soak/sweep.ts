/** SQLite's method: the first call fails, then the second, and so on, until a run meets no fault any more. */
import { settled, violations } from '../invariants/index.ts';
import {
  aFaultyStack,
  ASKING,
  COMMITTING,
  type FaultyStack,
  inForce,
  type Lasting,
  type Mode,
  type Plan,
  type Struck,
} from './fault-plan.ts';
import { comesToRest, type Trouble } from './patience.ts';

/** What is done in each run, and what has to be true of it in the end. */
export interface Script<P extends Person> {
  /** Before the faults: what the script itself is not about. */
  begins: (stack: FaultyStack) => Promise<P>;
  lives: (stack: FaultyStack, person: P, trouble: Trouble) => Promise<void>;
  /** What is wrong with the outcome; nothing is what is expected. */
  wrong: (stack: FaultyStack, person: P) => Promise<string[]>;
}

export interface Person {
  email: string;
}

export interface Swept {
  runs: number;
  faults: number;
  seconds: number;
  /** How often each kind of call was spoiled. */
  calls: Map<string, number>;
  broken: string[];
}

interface Run {
  struck: Struck;
  broken: string[];
}

/** Each way to fail, once and until healed; a server that is killed is healed by its start. */
export const MODES = [...ASKING, ...COMMITTING].flatMap((mode): { mode: Mode; lasting: Lasting }[] =>
  mode.startsWith('killed')
    ? [{ mode, lasting: 'once' }]
    : [
        { mode, lasting: 'once' },
        { mode, lasting: 'until healed' },
      ],
);

/** A person tries so often before the outage is over. */
const TROUBLES_BEFORE_HEALING = 2;
const ENOUGH_BROKEN = 5;
const A_WHILE = 1_000;
/** How many calls a run makes differs by a few: jobs about one customer may meet, or not. */
const QUIET_RUNS = 3;

/** The stacks that share the runs of a sweep: each takes the next n. */
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
    // The first has started the database server, and ends it.
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
  const told: string[] = [];
  const trouble: Trouble = async (step, error) => {
    told.push(`${step}: ${error.message.slice(0, 120)}`);
    if (force.deadly || told.length >= TROUBLES_BEFORE_HEALING) await force.heal();
    await hurry(stack);
  };
  const broken: string[] = [];
  try {
    await script.lives(stack, person, trouble);
    // What goes on behind the person's back meets the fault as well.
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
  return { struck: force.struck, broken: broken.length ? [`${broken.join('; ')} (${told.join(' | ')})`] : [] };
}

/** The queue's own waits between two tries are cut short. */
const hurry = (stack: FaultyStack) =>
  stack.query(`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry' AND start_after > now()`);

/** Of mails that are days apart: those that may have been under way when the server was killed. */
const UNDER_WAY_MS = 60_000;

/**
 * A mail may come twice only where its own sending, or a commit, was what broke, or where the server was killed before it
 * wrote down what the mail server had just taken: and then by the same Message-ID.
 */
async function needlessCopies(
  stack: FaultyStack,
  { email }: Person,
  { mode }: Plan,
  { calls, restarted = 0 }: Struck,
): Promise<string[]> {
  if (mode.includes('commit') || mode.startsWith('cut') || calls.includes('SMTP')) return [];
  const wasUnderWay = (at: string) => Date.parse(at) < restarted && Date.parse(at) > restarted - UNDER_WAY_MS;
  const mails = await stack.sandbox.mails(email, { count: 0 });
  const sendings = mails.map(({ messageId, at }) => `${messageId} ${wasUnderWay(at)}`);
  const needless = mails.filter((_, index) => sendings.indexOf(sendings[index]!) !== index);
  return needless.map(({ subject, at }) => `"${subject}" came again at ${at}`);
}

const described = (error: unknown): string => {
  const { message, cause } = error as Error & { cause?: Error };
  return cause ? `${message}: ${cause.message}` : message;
};

/** For the reader of a log: a line, and one more for each run that broke something. */
export const linesOf = (mode: Mode, lasting: Lasting, { runs, faults, seconds, broken }: Swept): string =>
  [`${mode}, ${lasting}: ${runs} runs, ${faults} faults, ${broken.length} broken, ${seconds} s`, ...broken].join('\n');
