/** The model against the database, once all is quiet: each way in which they differ, as a sentence. */
import type { Stack } from '../support/index.ts';
import type { Person } from './person.ts';
import type { World } from './world.ts';

type Row = Record<string, any>;

export async function disagreements({ stack, people, forgets }: World): Promise<string[]> {
  const found: string[] = [];
  for (const person of people) {
    const [row] = await stack.query('SELECT * FROM trial_signups WHERE idempotency_key = $1', [person.key]);
    const [plan] = row ? await stack.query('SELECT * FROM subscriptions WHERE id = $1', [row.id]) : [];
    if (forgets && !person.beliefs.opened && (!row || row.erased_at)) continue;
    const told = row ? [...ofSignUp(person, row), ...ofPlan(person, row, plan)] : ofNobody(person);
    if (row?.state === 'alreadyMember' && !(await hasRival(stack, row)))
      told.push('is told of an account that nobody has');
    found.push(...told.map((what) => `${person.name} (${row?.id}) ${what}`));
  }
  return found;
}

const ofNobody = ({ beliefs }: Person): string[] =>
  beliefs.signedUp.isSurely(true) ? ['has signed up, and the row is gone'] : [];

function ofSignUp({ beliefs, visitor }: Person, row: Row): string[] {
  const { details } = visitor;
  const isOpen = row.state === 'success';
  const owed = beliefs.proven.isSurely(true) && beliefs.cardStored.isSurely(true) && !beliefs.cancelled.mayBe(true);
  return broken({
    'was refused, and has signed up': beliefs.signedUp.mayBe(true),
    'is not who was typed in': row.first_name === details.firstName && row.church_name === details.churchName,
    [`has the e-mail ${row.email}`]: beliefs.email.mayBe(row.email),
    [`has the phone ${row.phone}`]: beliefs.phone.mayBe(row.phone),
    [`has the plan ${row.selected_plan}, not ${beliefs.plan.possible.join(' or ')}`]: beliefs.plan.mayBe(
      row.selected_plan,
    ),
    [`has proven the phone: ${row.phone_verified_at !== null}`]: beliefs.proven.mayBe(row.phone_verified_at !== null),
    [`was cancelled by support: ${row.state === 'cancelled'}`]: beliefs.cancelled.mayBe(row.state === 'cancelled'),
    'has an account, without a card or the phone proven':
      !isOpen || (beliefs.cardStored.mayBe(true) && beliefs.proven.mayBe(true)),
    [`was told that the account is open, and stands at ${row.state}`]: !beliefs.opened || isOpen,
    [`was told of another account, and stands at ${row.state}`]: !beliefs.member || row.state === 'alreadyMember',
    [`has proven the phone and stored a card, and stands at ${row.state}`]:
      !owed || isOpen || row.state === 'alreadyMember',
  });
}

function ofPlan({ beliefs }: Person, row: Row, plan: Row | undefined): string[] {
  if (!plan) return broken({ 'has an account and no subscription': row.state !== 'success' });
  return broken({
    [`is billed for ${plan.plan}, not for ${beliefs.plansPossible.join(' or ')}`]: beliefs.plansPossible.includes(
      plan.plan,
    ),
    [`has a subscription that ends: ${plan.cancel_at !== null}, ${plan.state}`]:
      plan.state === 'canceled' ? beliefs.ends.mayBe(true) : beliefs.ends.mayBe(plan.cancel_at !== null),
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
