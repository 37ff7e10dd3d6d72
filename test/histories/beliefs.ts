import { DEFAULT_TIER, type TierId } from '@lampstand/contracts';

/** What an answer tells of the change that was asked for; after `unknown` it may have happened or not. */
export type Outcome = 'ok' | 'refused' | 'unknown';

/** Everything a value may be after what was answered so far: one thing when all is known. */
export class Register<Value> {
  #possible: Set<Value>;

  constructor(...possible: Value[]) {
    this.#possible = new Set(possible);
  }

  get possible(): Value[] {
    return [...this.#possible];
  }

  mayBe(value: Value): boolean {
    return this.#possible.has(value);
  }

  isSurely(value: Value): boolean {
    return this.#possible.size === 1 && this.mayBe(value);
  }

  /** Somebody asked for it to become `value`. */
  wrote(value: Value, outcome: Outcome): void {
    if (outcome === 'ok') this.#possible = new Set([value]);
    if (outcome === 'unknown') this.#possible.add(value);
  }

  /** It was read, by the only one who writes. False when it cannot have been that. */
  read(value: Value): boolean {
    const possible = this.mayBe(value);
    this.#possible = new Set([value]);
    return possible;
  }
}

/** What may be true of one person, by what they were told: the model that the database is compared with. */
export class Beliefs {
  readonly signedUp = new Register(false);
  readonly proven = new Register(false);
  readonly cardStored = new Register(false);
  readonly cancelled = new Register(false);
  readonly email: Register<string>;
  readonly phone: Register<string>;
  /** Of the sign-up. */
  readonly plan = new Register<TierId>(DEFAULT_TIER);
  /** Of the subscription, once another than the sign-up's was asked for. */
  billed?: Register<TierId>;
  /** Whether the subscription ends with what is paid for. */
  readonly ends = new Register(false);
  /** Somebody was told that the account is open. */
  opened = false;
  /** Somebody was told that this person has an account by another sign-up. */
  member = false;

  constructor({ email, phone }: { email: string; phone: string }) {
    this.email = new Register(email);
    this.phone = new Register(phone);
  }

  get plansPossible(): TierId[] {
    return (this.billed ?? this.plan).possible;
  }

  asksForPlan(plan: TierId, outcome: Outcome): void {
    this.billed ??= new Register(...this.plan.possible);
    this.billed.wrote(plan, outcome);
  }

  /** Why a sign-up cannot be told to stand at `step`; undefined when it can. */
  contradiction(step: string): string | undefined {
    if (this.cancelled.mayBe(true)) return undefined;
    const early = step === 'registration' || step === 'phone-verification';
    if (early && this.proven.isSurely(true)) return `is told to be at ${step}, and had proven the phone`;
    if (!early && this.proven.isSurely(false)) return `is told to be at ${step}, and never proved the phone`;
    if (step !== 'success' && (this.opened || this.member)) return `is told to be at ${step}, and has an account`;
    return undefined;
  }
}
