import fc from 'fast-check';
import { aKey } from '../builders/index.ts';
import type { OwnStack } from '../support/own-stack.ts';
import { NAMES, perform } from './acts.ts';
import { Person } from './person.ts';
import type { World } from './world.ts';

/** Where somebody is when the history begins, and what they have in common with the one before them. */
export interface Role {
  begins: 'new' | 'proven' | 'member';
  shares: 'nothing' | 'phone' | 'email';
}

export const aCast: fc.Arbitrary<Role[]> = fc.tuple(
  ...NAMES.map(() =>
    fc.record({
      begins: fc.constantFrom('new', 'proven', 'member'),
      shares: fc.constantFrom('nothing', 'nothing', 'nothing', 'phone', 'email'),
    }),
  ),
);

export const castInWords = (cast: Role[]): string =>
  cast.map(({ begins, shares }, who) => `${NAMES[who]} is ${begins} and shares ${shares}`).join('; ');

/** New people, never seen on this stack. */
export function peopleOf(stack: OwnStack, cast: Role[]): Person[] {
  const church = `church${aKey()}`;
  const people: Person[] = [];
  for (const [who, { shares }] of cast.entries()) {
    const before = people.at(-1)?.visitor.details;
    const shared = shares !== 'nothing' && before && { [shares]: before[shares] };
    people.push(new Person(stack, NAMES[who]!, church, { ...shared }));
  }
  return people;
}

const STEPS = { new: 0, proven: 3, member: 7 };

/** Brings everybody to where they begin, while all is well; somebody whose place is taken stays where that is told. */
export async function begin(world: World, cast: Role[]): Promise<void> {
  await Promise.all(
    cast.map(async ({ begins }, who) => {
      for (let step = 0; step < STEPS[begins]; step += 1)
        await perform({ who, what: 'goes on', choice: 1, twice: false }, world);
    }),
  );
}
