import fc from 'fast-check';
import { aDeed, type Deed, inWords, perform } from './acts.ts';
import type { Trouble } from './drawn.ts';
import { aTrouble } from './troubles.ts';
import type { World } from './world.ts';

/** One command of a history: each person does one thing after the other, all of them at the same time, and maybe something goes wrong. */
export class Round implements fc.AsyncCommand<object, World> {
  constructor(
    private readonly deeds: Deed[],
    private readonly trouble: Trouble | null,
  ) {}

  check = (): boolean => true;

  async run(_model: object, world: World): Promise<void> {
    world.note(String(this));
    if (this.trouble) world.count(`trouble: ${this.trouble.kind}`);
    const people = [...new Set(this.deeds.map(({ who }) => who))];
    await Promise.all([
      this.trouble?.strikes(world),
      ...people.map(async (one) => {
        for (const deed of this.deeds.filter(({ who }) => who === one)) await perform(deed, world);
      }),
    ]);
    await this.trouble?.ends?.(world);
  }

  toString(): string {
    return `${this.deeds.map(inWords).join('; ')}${this.trouble ? ` -- ${this.trouble.what}` : ''}`;
  }
}

export const aRound: fc.Arbitrary<Round> = fc
  .tuple(fc.array(aDeed, { minLength: 1, maxLength: 10, size: 'max' }), aTrouble)
  .map(([deeds, trouble]) => new Round(deeds, trouble));
