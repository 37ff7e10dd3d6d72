import fc from 'fast-check';
import { CARD_ACTS } from './card-acts.ts';
import { PLAN_ACTS } from './plan-acts.ts';
import type { Person } from './person.ts';
import { SIGN_UP_ACTS } from './sign-up-acts.ts';
import type { World } from './world.ts';

/** Something a person does; `choice` decides between plans, or between an own and somebody else's address. */
export type Act = (person: Person, world: World, choice: number) => Promise<void>;

const ACTS = { ...SIGN_UP_ACTS, ...CARD_ACTS, ...PLAN_ACTS };
type ActName = keyof typeof ACTS;
const GOES_ON = 'goes on';

/** What is done often; everything else is done now and then, also where it makes no sense and must be refused. */
const OFTEN: Partial<Record<ActName | typeof GOES_ON, number>> = {
  [GOES_ON]: 16,
  'resumes on another device': 3,
  'chooses a plan': 3,
  'changes the plan': 3,
};

export interface Deed {
  who: number;
  what: ActName | typeof GOES_ON;
  choice: number;
  twice: boolean;
}

export const NAMES = ['Anna', 'Ben', 'Clara', 'David', 'Esther'];

/** One person's next deed. */
export const aDeed: fc.Arbitrary<Deed> = fc.record({
  who: fc.nat(NAMES.length - 1),
  what: fc.oneof(
    ...([GOES_ON, ...(Object.keys(ACTS) as ActName[])] as const).map((name) => ({
      weight: OFTEN[name] ?? 1,
      arbitrary: fc.constant(name),
    })),
  ),
  choice: fc.nat(29),
  twice: fc.nat(4).map((number) => number === 4),
});

export const inWords = ({ who, what, choice, twice }: Deed): string =>
  `${NAMES[who]} ${what} (${choice}${twice ? ', twice' : ''})`;

/** Does it, unless it needs a sign-up and there is none. */
export async function perform({ who, what, choice, twice }: Deed, world: World): Promise<void> {
  const person = world.people[who]!;
  const name = what === GOES_ON ? nextOf(person, choice) : what;
  if (!name || (!person.id && name !== 'signs up')) return;
  person.clicks = twice ? 2 : 1;
  world.count(name);
  await ACTS[name](person, world, choice);
}

/** What the page asks for, as far as this person knows. */
function nextOf(person: Person, choice: number): ActName | undefined {
  const { beliefs } = person;
  if (!person.id) return 'signs up';
  if (beliefs.opened) return 'changes the plan';
  if (beliefs.member || beliefs.cancelled.isSurely(true)) return undefined;
  if (!beliefs.proven.isSurely(true)) return person.awaitsCode ? 'types the right code' : 'asks for a code';
  if (person.reportsNext) return choice % 4 ? 'reports the card' : 'creates the account';
  if (beliefs.cardStored.isSurely(true)) return 'creates the account';
  return person.form ? 'types a good card' : 'opens the card form';
}
