/** The people of a random history, and how it begins for them. */
import { DEFAULT_TIER, type TierId } from '@lampstand/contracts';
import { aKey, aPhone, aVisitor, type Visitor } from '../builders/index.ts';
import type { Stack } from '../support/index.ts';
import { Model } from './model.ts';
import fc from 'fast-check';
import type { OwnStack } from '../support/own-stack.ts';
import { NAMES, perform } from './commands.ts';
import type { World } from './world.ts';

/** A person with a browser, and what its pages know. */
export class Actor {
  readonly visitor: Visitor;
  readonly model: Model;
  /** The idempotency key of the sign-up. */
  readonly key = aKey();
  plan: TierId = DEFAULT_TIER;
  /** The page shows the field for a code. */
  awaitsCode = false;
  /** The client secret of the open card form. */
  form = '';
  /** A card was submitted to the form, and the page has not reported it yet. */
  reportsNext = false;
  checkout = '';
  /** The provider's page took a card, so it leads back to ours. */
  checkedOut = false;
  /** The request for the card form got no answer: the provider may have made a customer. */
  customerInDoubt = false;
  /** How many parallel calls each click makes; 2 for a double click. */
  clicks = 1;
  readonly #tag: string;
  #addresses = 0;

  constructor(
    stack: Stack,
    readonly name: string,
    /** A word that only the actors of this history use. */
    readonly church: string,
    shares: { email?: string; phone?: string },
  ) {
    this.#tag = church;
    const details = { email: this.newEmail(), phone: aPhone(), ...shares };
    this.visitor = aVisitor(stack, { firstName: name, churchName: church, ...details });
    this.model = new Model(details);
  }

  get id(): number {
    return this.visitor.id;
  }

  newEmail(): string {
    this.#addresses += 1;
    return `${this.name.toLowerCase()}.${this.#addresses}.${this.#tag}@church.example`;
  }

  /** Another browser knows only the link of the mail. */
  takesAnotherDevice(): void {
    Object.assign(this, { form: '', checkout: '', checkedOut: false, awaitsCode: false, reportsNext: false });
  }
}

/** Where an actor begins, and what they share with the actor before. */
export interface Setup {
  begins: 'new' | 'proven' | 'member';
  shares: 'nothing' | 'phone' | 'email';
}

export const someSetups: fc.Arbitrary<Setup[]> = fc.tuple(
  ...NAMES.map(() =>
    fc.record({
      begins: fc.constantFrom('new', 'proven', 'member'),
      shares: fc.constantFrom('nothing', 'nothing', 'nothing', 'phone', 'email'),
    }),
  ),
);

export const describeSetups = (setups: Setup[]): string =>
  setups.map(({ begins, shares }, who) => `${NAMES[who]} is ${begins} and shares ${shares}`).join('; ');

/** New actors for one history. */
export function actorsFor(stack: OwnStack, setups: Setup[]): Actor[] {
  const church = `church${aKey()}`;
  const actors: Actor[] = [];
  for (const [who, { shares }] of setups.entries()) {
    const before = actors.at(-1)?.visitor.details;
    const shared = shares !== 'nothing' && before && { [shares]: before[shares] };
    actors.push(new Actor(stack, NAMES[who]!, church, { ...shared }));
  }
  return actors;
}

const STEPS = { new: 0, proven: 3, member: 7 };

/** Brings all actors to where they begin, without faults. An actor whose phone or email is taken stops there. */
export async function prepare(world: World, setups: Setup[]): Promise<void> {
  await Promise.all(
    setups.map(async ({ begins }, who) => {
      for (let step = 0; step < STEPS[begins]; step += 1)
        await perform({ who, what: 'does the next step', choice: 1, twice: false }, world);
    }),
  );
}
