/** What must be true of one actor after the answers so far, and the differences from the database. */
import { createHash } from 'node:crypto';
import { DEFAULT_TIER, type TierId } from '@lampstand/contracts';
import type { Stack } from '../support/index.ts';
import type { Actor } from './actors.ts';
import type { World } from './world.ts';

/** Whether a change happened, as far as its answer says; after `unknown` it may have or not. */
export type Outcome = 'ok' | 'refused' | 'unknown';

/** The values that something may have after the answers so far; one value when it is known. */
export class PossibleValues<Value> {
  #possible: Set<Value>;

  constructor(...possible: Value[]) {
    this.#possible = new Set(possible);
  }

  get possible(): Value[] {
    return [...this.#possible];
  }

  canBe(value: Value): boolean {
    return this.#possible.has(value);
  }

  mustBe(value: Value): boolean {
    return this.#possible.size === 1 && this.canBe(value);
  }

  /** A change to `value` was requested. */
  written(value: Value, outcome: Outcome): void {
    if (outcome === 'ok') this.#possible = new Set([value]);
    if (outcome === 'unknown') this.#possible.add(value);
  }

  /** The only writer has read `value`. Returns false if that contradicts the answers so far. */
  observed(value: Value): boolean {
    const possible = this.canBe(value);
    this.#possible = new Set([value]);
    return possible;
  }
}

/** The model of one actor. */
export class Model {
  readonly signedUp = new PossibleValues(false);
  readonly proven = new PossibleValues(false);
  readonly cardStored = new PossibleValues(false);
  readonly cancelled = new PossibleValues(false);
  readonly email: PossibleValues<string>;
  readonly phone: PossibleValues<string>;
  /** The plan of the sign-up. */
  readonly plan = new PossibleValues<TierId>(DEFAULT_TIER);
  /** The plan of the subscription, once a change of it was requested. */
  billed?: PossibleValues<TierId>;
  /** Whether the subscription ends with its period. */
  readonly ends = new PossibleValues(false);
  /** An answer said that the account is open. */
  opened = false;
  /** An answer said that the actor has an account from another sign-up. */
  member = false;

  constructor({ email, phone }: { email: string; phone: string }) {
    this.email = new PossibleValues(email);
    this.phone = new PossibleValues(phone);
  }

  get plansPossible(): TierId[] {
    return (this.billed ?? this.plan).possible;
  }

  planRequested(plan: TierId, outcome: Outcome): void {
    this.billed ??= new PossibleValues(...this.plan.possible);
    this.billed.written(plan, outcome);
  }

  /** Why an answer with `step` contradicts the model; undefined if it does not. */
  contradiction(step: string): string | undefined {
    if (this.cancelled.canBe(true)) return undefined;
    const early = step === 'registration' || step === 'phone-verification';
    if (early && this.proven.mustBe(true)) return `is at ${step} by the answer, and had verified the phone`;
    if (!early && this.proven.mustBe(false)) return `is at ${step} by the answer, and never verified the phone`;
    if (step !== 'success' && (this.opened || this.member)) return `is at ${step} by the answer, and has an account`;
    return undefined;
  }
}

type Row = Record<string, any>;

/** Each difference between the models and the database, as a sentence. Call it when the stack has settled. */
export async function differences({ stack, actors, erasesUnfinished }: World): Promise<string[]> {
  const found: string[] = [];
  for (const actor of actors) {
    const key = createHash('sha256').update(actor.key).digest('base64url');
    const [row] = await stack.query('SELECT * FROM trial_signups WHERE idempotency_key = $1', [key]);
    const [plan] = row ? await stack.query('SELECT * FROM subscriptions WHERE id = $1', [row.id]) : [];
    if (erasesUnfinished && !actor.model.opened && (!row || row.erased_at)) continue;
    const wrong = row ? [...ofSignUp(actor, row), ...ofPlan(actor, row, plan)] : ofMissingRow(actor);
    if (row?.state === 'alreadyMember' && !(await hasRival(stack, row)))
      wrong.push('is marked as a member, and there is no such account');
    found.push(...wrong.map((what) => `${actor.name} (${row?.id}) ${what}`));
  }
  return found;
}

const ofMissingRow = ({ model }: Actor): string[] =>
  model.signedUp.mustBe(true) ? ['has signed up, and the row is gone'] : [];

function ofSignUp({ model, visitor }: Actor, row: Row): string[] {
  const { details } = visitor;
  const isOpen = row.state === 'success';
  const owed = model.proven.mustBe(true) && model.cardStored.mustBe(true) && !model.cancelled.canBe(true);
  return broken({
    'was refused, and has signed up': model.signedUp.canBe(true),
    'has other details than were sent': row.first_name === details.firstName && row.church_name === details.churchName,
    [`has the email ${row.email}`]: model.email.canBe(row.email),
    [`has the phone ${row.phone}`]: model.phone.canBe(row.phone),
    [`has the plan ${row.selected_plan}, not ${model.plan.possible.join(' or ')}`]: model.plan.canBe(row.selected_plan),
    [`has verified the phone: ${row.phone_verified_at !== null}`]: model.proven.canBe(row.phone_verified_at !== null),
    [`was cancelled by support: ${row.state === 'cancelled'}`]: model.cancelled.canBe(row.state === 'cancelled'),
    'has an account, without a card or a verified phone':
      !isOpen || (model.cardStored.canBe(true) && model.proven.canBe(true)),
    [`got the answer that the account is open, and is in ${row.state}`]: !model.opened || isOpen,
    [`got the answer that another account exists, and is in ${row.state}`]:
      !model.member || row.state === 'alreadyMember',
    [`has verified the phone and stored a card, and is in ${row.state}`]:
      !owed || isOpen || row.state === 'alreadyMember',
  });
}

function ofPlan({ model }: Actor, row: Row, plan: Row | undefined): string[] {
  if (!plan) return broken({ 'has an account and no subscription': row.state !== 'success' });
  return broken({
    [`is billed for ${plan.plan}, not for ${model.plansPossible.join(' or ')}`]: model.plansPossible.includes(
      plan.plan,
    ),
    [`has a subscription that ends: ${plan.cancel_at !== null}, ${plan.state}`]:
      plan.state === 'canceled' ? model.ends.canBe(true) : model.ends.canBe(plan.cancel_at !== null),
  });
}

const broken = (sentences: Record<string, boolean>): string[] =>
  Object.entries(sentences).flatMap(([sentence, holds]) => (holds ? [] : [sentence]));

async function hasRival(stack: Stack, { id, phone, email }: Row): Promise<boolean> {
  const rivals = await stack.query(
    `SELECT FROM users WHERE trial_id <> $1 AND status <> 'opening' AND (phone = $2 OR email_key = lower($3))`,
    [id, phone, email],
  );
  return rivals.length > 0;
}
