/** Commands on the third page: plan, card, account. */
import { TIER_IDS } from '@lampstand/contracts';
import { type Answer, CARDS, idOf, stripe, typeCard } from '../builders/index.ts';
import type { Command } from './commands.ts';
import type { Outcome } from './model.ts';
import type { Actor } from './actors.ts';
import type { World } from './world.ts';

const NEEDS_3D_SECURE = '4000002500003155';

const choosesPlan: Command = async (actor, world, choice) => {
  const selectedPlan = TIER_IDS[choice % TIER_IDS.length]!;
  const { model, visitor } = actor;
  const reply = await world.call(actor, `chooses ${selectedPlan}`, () =>
    visitor.call('update-selected-plan', { selectedPlan }),
  );
  model.plan.written(selectedPlan, reply.outcome);
  if (reply.outcome === 'ok') actor.plan = selectedPlan;
};

const opensCardForm: Command = async (actor, world) => {
  const { outcome, body } = await world.call(actor, 'opens the card form', () =>
    actor.visitor.call('trial-setup-intent'),
  );
  actor.customerInDoubt = outcome === 'unknown';
  if (outcome === 'ok') actor.form = body.clientSecret ?? '';
  if (outcome === 'ok' && body.paymentVerified) actor.model.cardStored.written(true, 'ok');
};

const types =
  (what: string, number: string, after?: (actor: Actor, world: World, intent: any) => Promise<Outcome>): Command =>
  async (actor, world) => {
    if (!actor.form) return;
    const secret = actor.form;
    const outcome = await confirmed(world, secret, number, (intent) => after?.(actor, world, intent));
    world.log(`  ${actor.name} ${what}: ${outcome}`);
    actor.model.cardStored.written(true, outcome);
    if (outcome === 'ok') actor.reportsNext = true;
    if (outcome === 'refused') actor.form = '';
  };

/** Submits a card to the provider's form; `ok` if it is stored. */
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

async function passesTheBank(_person: Actor, { stack }: World, { latest_attempt }: any): Promise<Outcome> {
  const answer = await fetch(`${stack.sandboxUrl}/3ds/${latest_attempt}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'outcome=complete',
  });
  return answer.ok ? 'ok' : 'unknown';
}

const opensCheckout: Command = async (actor, world) => {
  const { outcome, body } = await world.call(actor, "opens the provider's page", () =>
    actor.visitor.call('trial-checkout-session'),
  );
  actor.customerInDoubt = outcome === 'unknown';
  if (outcome !== 'ok' || !body.url) return;
  Object.assign(actor, { checkout: new URL(body.url).pathname.split('/').at(-1)!, checkedOut: false });
};

const finishesCheckout: Command = async (actor, world) => {
  if (!actor.checkout) return;
  const outcome = await checkedOut(actor, world).catch((): Outcome => 'unknown');
  world.log(`  ${actor.name} types a card into the provider's page: ${outcome}`);
  actor.checkedOut = outcome !== 'refused';
  actor.model.cardStored.written(true, outcome);
};

async function checkedOut({ checkout }: Actor, world: World): Promise<Outcome> {
  const { setup_intent } = await stripe(world.stack, `checkout/sessions/${checkout}`);
  const { client_secret } = await stripe(world.stack, `setup_intents/${setup_intent}`);
  if (!client_secret) return 'refused';
  return confirmed(world, client_secret, CARDS.good, () => undefined);
}

const returns: Command = async (actor, world) => {
  if (!actor.checkedOut) return;
  const reply = await world.call(actor, "returns from the provider's page", () =>
    actor.visitor.calls.post('trial-checkout-complete', { sessionId: actor.checkout }),
  );
  if (reply.body.success) actor.model.opened = true;
  if (reply.body.userExists) actor.model.member = true;
};

const reportsCard: Command = async (actor, world) => {
  if (!actor.form) return;
  const setupIntentId = idOf(actor.form);
  await world.call(actor, 'reports the card', () => actor.visitor.call('update-payment-verified', { setupIntentId }));
  actor.reportsNext = false;
};

/** Uses the plan that the page shows. */
const createsAccount: Command = async (actor, world) => {
  const { visitor, model, plan } = actor;
  const reply = await world.call(actor, `creates the account with ${plan}`, (): Promise<Answer> =>
    visitor.opensAccount(plan),
  );
  if (reply.outcome !== 'refused') model.plan.written(plan, 'unknown');
  if (reply.outcome !== 'ok') return;
  if (reply.body.success) model.opened = true;
  else if (reply.body.userExists) model.member = true;
  else if (model.opened) world.report(actor, 'has an account, and gets the answer that it could not be opened');
};

export const CARD_COMMANDS = {
  'chooses a plan': choosesPlan,
  'opens the card form': opensCardForm,
  'types a good card': types('types a card', CARDS.good),
  'types a card that is declined': types('types a card that is declined', CARDS.declined),
  'types a card and passes the bank': types('types a card and passes the bank', NEEDS_3D_SECURE, passesTheBank),
  'types a card and leaves the bank': types('types a card and leaves the bank', NEEDS_3D_SECURE),
  "opens the provider's page": opensCheckout,
  "types a card into the provider's page": finishesCheckout,
  "returns from the provider's page": returns,
  'reports the card': reportsCard,
  'creates the account': createsAccount,
};
