import type fc from 'fast-check';
import type { World } from './world.ts';

/** Something that goes wrong, with all that was drawn for it, so that a seed repeats it. */
export interface Trouble {
  kind: string;
  /** In words. */
  what: string;
  strikes: (world: World) => Promise<unknown>;
  /** When everybody has done what they did meanwhile. */
  ends?: (world: World) => Promise<unknown>;
}

export const drawn = <Given>(
  kind: string,
  given: fc.Arbitrary<Given>,
  trouble: (given: Given) => Omit<Trouble, 'kind'>,
): fc.Arbitrary<Trouble> => given.map((each) => ({ kind, ...trouble(each) }));
