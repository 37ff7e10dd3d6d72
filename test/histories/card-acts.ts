/** What somebody does on the third page: plan, card, account. */
import { TIER_IDS } from '@lampstand/contracts';
import { type Answer, CARDS, idOf, stripe, typeCard } from '../builders/index.ts';
import type { Act } from './acts.ts';
import type { Outcome } from './beliefs.ts';
import type { Person } from './person.ts';
import type { World } from './world.ts';

const ASKED_BY_THE_BANK = '4000002500003155';

const choosesPlan: Act = async (person, world, choice) => {
  const selectedPlan = TIER_IDS[choice % TIER_IDS.length]!;
  const { beliefs, visitor } = person;
  const told = await world.asks(person, `chooses ${selectedPlan}`, () =>
    visitor.call('update-selected-plan', { selectedPlan }),
  );
  beliefs.plan.wrote(selectedPlan, told.outcome);
  if (told.outcome === 'ok') person.plan = selectedPlan;
};

const opensCardForm: Act = async (person, world) => {
  const { outcome, body } = await world.asks(person, 'opens the card form', () =>
    person.visitor.call('trial-setup-intent', { consentVersion: '1' }),
  );
  person.customerInDoubt = outcome === 'unknown';
  if (outcome === 'ok') person.form = body.clientSecret ?? '';
  if (outcome === 'ok' && body.paymentVerified) person.beliefs.cardStored.wrote(true, 'ok');
};

const types =
  (what: string, number: string, after?: (person: Person, world: World, intent: any) => Promise<Outcome>): Act =>
  async (person, world) => {
    if (!person.form) return;
    const secret = person.form;
    const outcome = await confirmed(world, secret, number, (intent) => after?.(person, world, intent));
    world.note(`  ${person.name} ${what}: ${outcome}`);
    person.beliefs.cardStored.wrote(true, outcome);
    if (outcome === 'ok') person.reportsNext = true;
    if (outcome === 'refused') person.form = '';
  };

/** What the provider's own form is told. Only a card that is stored is `ok`. */
async function confirmed(
  world: World,
  secret: string,
  number: string,
  after: (intent: any) => Promise<Outcome> | undefined,
): Promise<Outcome> {
  try {
    const intent = await typeCard(world.stack, secret, number);
    if (intent.error) return intent.error.type === 'api_error' ? 'unknown' : 'refused';
    if (intent.status === 'requires_action') return (await after(intent)) ?? 'refused';
    return intent.status === 'succeeded' ? 'ok' : 'unknown';
  } catch {
    return 'unknown';
  }
}

async function passesTheBank(_person: Person, { stack }: World, { latest_attempt }: any): Promise<Outcome> {
  const answer = await fetch(`${stack.sandboxUrl}/3ds/${latest_attempt}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'outcome=complete',
  });
  return answer.ok ? 'ok' : 'unknown';
}

const opensCheckout: Act = async (person, world) => {
  const { outcome, body } = await world.asks(person, "opens the provider's page", () =>
    person.visitor.call('trial-checkout-session'),
  );
  person.customerInDoubt = outcome === 'unknown';
  if (outcome === 'ok' && body.url) person.checkout = new URL(body.url).pathname.split('/').at(-1)!;
};

const finishesCheckout: Act = async (person, world) => {
  if (!person.checkout) return;
  const outcome = await checkedOut(person, world).catch((): Outcome => 'unknown');
  world.note(`  ${person.name} types a card into the provider's page: ${outcome}`);
  person.beliefs.cardStored.wrote(true, outcome);
};

async function checkedOut({ checkout }: Person, world: World): Promise<Outcome> {
  const { setup_intent } = await stripe(world.stack, `checkout/sessions/${checkout}`);
  const { client_secret } = await stripe(world.stack, `setup_intents/${setup_intent}`);
  if (!client_secret) return 'refused';
  return confirmed(world, client_secret, CARDS.good, () => undefined);
}

const returns: Act = async (person, world) => {
  if (!person.checkout) return;
  const told = await world.asks(person, "returns from the provider's page", () =>
    person.visitor.calls.post('trial-checkout-complete', { sessionId: person.checkout }),
  );
  if (told.body.success) person.beliefs.opened = true;
  if (told.body.userExists) person.beliefs.member = true;
};

const reportsCard: Act = async (person, world) => {
  if (!person.form) return;
  const setupIntentId = idOf(person.form);
  await world.asks(person, 'reports the card', () => person.visitor.call('update-payment-verified', { setupIntentId }));
  person.reportsNext = false;
};

/** With the plan that the page shows. When the account was open already, it is not asked for any more. */
const createsAccount: Act = async (person, world) => {
  const { visitor, beliefs, plan } = person;
  const told = await world.asks(person, `creates the account with ${plan}`, (): Promise<Answer> =>
    visitor.opensAccount(plan),
  );
  if (told.outcome !== 'refused') beliefs.plan.wrote(plan, 'unknown');
  if (told.outcome !== 'ok') return;
  if (told.body.success) beliefs.opened = true;
  else if (told.body.userExists) beliefs.member = true;
  else if (beliefs.opened) world.objects(person, 'has an account, and is told that it could not be opened');
};

export const CARD_ACTS = {
  'chooses a plan': choosesPlan,
  'opens the card form': opensCardForm,
  'types a good card': types('types a card', CARDS.good),
  'types a card that is declined': types('types a card that is declined', CARDS.declined),
  'types a card and passes the bank': types('types a card and passes the bank', ASKED_BY_THE_BANK, passesTheBank),
  'types a card and leaves the bank': types('types a card and leaves the bank', ASKED_BY_THE_BANK),
  "opens the provider's page": opensCheckout,
  "types a card into the provider's page": finishesCheckout,
  "returns from the provider's page": returns,
  'reports the card': reportsCard,
  'creates the account': createsAccount,
};
