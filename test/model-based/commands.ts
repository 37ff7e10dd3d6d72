/** The commands of a random history, and its rounds: some commands of several actors at the same time, and perhaps a fault. */
import fc from 'fast-check';
import { CARD_COMMANDS } from './card-commands.ts';
import { PLAN_COMMANDS } from './plan-commands.ts';
import type { Actor } from './actors.ts';
import { SIGN_UP_COMMANDS } from './sign-up-commands.ts';
import type { World } from './world.ts';
import { aFault, type Fault } from './faults.ts';

/** What an actor does. `choice` selects a plan, or whose phone or email to use. */
export type Command = (actor: Actor, world: World, choice: number) => Promise<void>;

const COMMANDS = { ...SIGN_UP_COMMANDS, ...CARD_COMMANDS, ...PLAN_COMMANDS };
type CommandName = keyof typeof COMMANDS;
const NEXT = 'does the next step';

/** The weights of frequent commands. The others have weight 1, even where they must be refused. */
const OFTEN: Partial<Record<CommandName | typeof NEXT, number>> = {
  [NEXT]: 16,
  'resumes on another device': 3,
  'chooses a plan': 3,
  'changes the plan': 3,
};

export interface Step {
  who: number;
  what: CommandName | typeof NEXT;
  choice: number;
  twice: boolean;
}

export const NAMES = ['Anna', 'Ben', 'Clara', 'David', 'Esther'];

/** A random step of a random actor. */
const aStep: fc.Arbitrary<Step> = fc.record({
  who: fc.nat(NAMES.length - 1),
  what: fc.oneof(
    ...([NEXT, ...(Object.keys(COMMANDS) as CommandName[])] as const).map((name) => ({
      weight: OFTEN[name] ?? 1,
      arbitrary: fc.constant(name),
    })),
  ),
  choice: fc.nat(29),
  twice: fc.nat(4).map((number) => number === 4),
});

const describeStep = ({ who, what, choice, twice }: Step): string =>
  `${NAMES[who]} ${what} (${choice}${twice ? ', twice' : ''})`;

/** Runs the step, unless it needs a sign-up and the actor has none. */
export async function perform({ who, what, choice, twice }: Step, world: World): Promise<void> {
  const actor = world.actors[who]!;
  const name = what === NEXT ? nextCommand(actor, choice) : what;
  if (!name || (!actor.id && name !== 'signs up')) return;
  actor.clicks = twice ? 2 : 1;
  world.count(name);
  await COMMANDS[name](actor, world, choice);
}

/** The command that the page offers next. */
function nextCommand(actor: Actor, choice: number): CommandName | undefined {
  const { model } = actor;
  if (!actor.id) return 'signs up';
  if (model.opened) return 'changes the plan';
  if (model.member || model.cancelled.mustBe(true)) return undefined;
  if (!model.proven.mustBe(true)) return actor.awaitsCode ? 'types the right code' : 'asks for a code';
  if (actor.reportsNext) return choice % 4 ? 'reports the card' : 'creates the account';
  if (model.cardStored.mustBe(true)) return 'creates the account';
  return actor.form ? 'types a good card' : 'opens the card form';
}

/** Runs the steps of each actor in order, all actors in parallel with the fault. */
export class Round implements fc.AsyncCommand<object, World> {
  constructor(
    private readonly steps: Step[],
    private readonly fault: Fault | null,
  ) {}

  check = (): boolean => true;

  async run(_model: object, world: World): Promise<void> {
    if (world.stopped) return;
    world.log(String(this));
    if (this.fault) world.count(`fault: ${this.fault.kind}`);
    const actors = [...new Set(this.steps.map(({ who }) => who))];
    await Promise.all([
      this.fault?.inject(world),
      ...actors.map(async (one) => {
        for (const step of this.steps.filter(({ who }) => who === one)) await perform(step, world);
      }),
    ]);
    await this.fault?.lift?.(world);
  }

  toString(): string {
    return `${this.steps.map(describeStep).join('; ')}${this.fault ? ` -- ${this.fault.what}` : ''}`;
  }
}

export const aRound: fc.Arbitrary<Round> = fc
  .tuple(fc.array(aStep, { minLength: 1, maxLength: 10, size: 'max' }), aFault)
  .map(([steps, fault]) => new Round(steps, fault));
