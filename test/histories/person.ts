import { DEFAULT_TIER, type TierId } from '@lampstand/contracts';
import { aKey, aPhone, aVisitor, type Visitor } from '../builders/index.ts';
import type { Stack } from '../support/index.ts';
import { Beliefs } from './beliefs.ts';

/** Somebody with a browser, and what the pages open in it know. */
export class Person {
  readonly visitor: Visitor;
  readonly beliefs: Beliefs;
  /** Of the sign-up: a repeated one is the first one. */
  readonly key = aKey();
  plan: TierId = DEFAULT_TIER;
  /** A code was asked for, as far as this page knows. */
  awaitsCode = false;
  /** The client secret of the card form that is open. */
  form = '';
  /** The card was typed into the form, and the page has not reported it yet. */
  reportsNext = false;
  checkout = '';
  /** The card form was asked for, and whether the provider made a customer is not known. */
  customerInDoubt = false;
  /** How often each call is made at the same moment, while somebody clicks twice. */
  clicks = 1;
  readonly #tag: string;
  #addresses = 0;

  constructor(
    stack: Stack,
    readonly name: string,
    /** A word that only the people of this history have. */
    readonly church: string,
    shares: { email?: string; phone?: string },
  ) {
    this.#tag = church;
    const details = { email: this.newEmail(), phone: aPhone(), ...shares };
    this.visitor = aVisitor(stack, { firstName: name, churchName: church, ...details });
    this.beliefs = new Beliefs(details);
  }

  get id(): number {
    return this.visitor.id;
  }

  newEmail(): string {
    this.#addresses += 1;
    return `${this.name.toLowerCase()}.${this.#addresses}.${this.#tag}@church.example`;
  }

  /** Another browser knows the link of the mail and nothing else. */
  takesAnotherDevice(): void {
    Object.assign(this, { form: '', checkout: '', awaitsCode: false, reportsNext: false });
  }
}
