/** People in the sign-up, as API clients: every call the pages make. */
import type { ConsentReceipt, TierId, TrialConsentBody, TrialSignupBody } from '@lampstand/contracts';
import { eventually, type Stack } from '../support/index.ts';
import { type Answer, callsTo, cookieOf } from './calls.ts';
import { aConsent, CARDS, idOf, stripe, typeCard } from './cards.ts';
import { aPastor } from './forms.ts';
import { journalRowsOf, paymentsOf, storedAccount, storedSubscription, storedTrial } from './stored-facts.ts';

/** A pastor on the way through the sign-up. */
export class Visitor {
  readonly details: TrialSignupBody;
  readonly calls;
  id = 0;
  /** The key of the known browser. */
  cookie = '';
  phone: string;

  constructor(
    private readonly stack: Stack,
    given: Partial<TrialSignupBody> = {},
  ) {
    this.details = aPastor(given);
    this.phone = this.details.phone;
    this.calls = callsTo(stack);
  }

  call(name: string, body: Record<string, unknown> = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.calls.post(name, { trialId: this.id, ...body }, { ...this.own, ...headers });
  }

  /** The same person in another browser, which is not known. */
  elsewhere(): Visitor {
    const other = new Visitor(this.stack, this.details);
    return Object.assign(other, { id: this.id, phone: this.phone });
  }

  private get own(): Record<string, string> {
    return this.cookie ? { cookie: this.cookie } : {};
  }

  async signsUp(headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await this.calls.post('trial-signup', this.details, headers);
    this.id = answer.body?.id;
    this.cookie = cookieOf(answer);
    return answer;
  }

  asksForCode(phone = this.phone): Promise<Answer> {
    this.phone = phone;
    return this.call('verify-phone', { phone });
  }

  async typesCode(code?: string, headers: Record<string, string> = {}): Promise<Answer> {
    const typed = code ?? (await this.stack.sandbox.smsCode(this.phone));
    const answer = await this.call('verify-code', { code: typed }, headers);
    this.cookie = cookieOf(answer) || this.cookie;
    return answer;
  }

  async provesPhone(): Promise<this> {
    await this.signsUp();
    await this.asksForCode();
    const answer = await this.typesCode();
    if (answer.status !== 200) throw new Error(`The phone was not verified: ${answer.status} ${answer.text}`);
    return this;
  }

  /** Types a card into the provider's form. Returns the id of the setup intent. */
  async typesCard(number?: string): Promise<string> {
    const { body } = await this.call('trial-setup-intent');
    await typeCard(this.stack, body.clientSecret, number);
    return idOf(body.clientSecret);
  }

  /** Presses the button of a page that shows the card form. */
  async agrees(press: Partial<TrialConsentBody> & { setupIntentId: string }, headers = {}): Promise<Answer> {
    const { trialEndsAt } = (await this.load()).body.trialSignup;
    return this.call('trial-consent', aConsent({ trialEndsAt, ...press }), headers);
  }

  /** As our page does it: agrees to the plan, stores the card, has it verified. */
  async agreesAndSavesCard(selectedPlan?: TierId): Promise<this> {
    const { body } = await this.call('trial-setup-intent');
    const setupIntentId = idOf(body.clientSecret);
    const agreed = await this.agrees({ setupIntentId, ...(selectedPlan && { selectedPlan }) });
    if (agreed.status !== 200) throw new Error(`The consent was refused: ${agreed.status} ${agreed.text}`);
    await typeCard(this.stack, body.clientSecret);
    await this.call('update-payment-verified', { setupIntentId });
    return this;
  }

  async savesCard(): Promise<this> {
    const setupIntentId = await this.typesCard();
    const answer = await this.call('update-payment-verified', { setupIntentId });
    if (answer.status !== 200) throw new Error(`The card was not taken: ${answer.status} ${answer.text}`);
    return this;
  }

  opensAccount(selectedPlan = 'tier_1_19'): Promise<Answer> {
    return this.call('create-account', { selectedPlan });
  }

  /** Goes through the whole sign-up, to an open account. */
  async becomesMember(): Promise<this> {
    await this.provesPhone();
    await this.savesCard();
    const answer = await this.opensAccount();
    if (!answer.body?.success) throw new Error(`The account was not opened: ${answer.status} ${answer.text}`);
    return this;
  }

  /** GET /api/trial-signup/{id} */
  load(headers: Record<string, string> = {}): Promise<Answer> {
    return this.calls.get(`/api/trial-signup/${this.id}`, { ...this.own, ...headers });
  }

  /** What was agreed, as the browser that signed up reads it. */
  async receipt(): Promise<ConsentReceipt> {
    return (await this.load()).body.trialSignup.receipt;
  }

  stored(): Promise<Record<string, any>> {
    return storedTrial(this.stack, this.id);
  }
}

/** A visitor who has saved nothing yet. */
export const aVisitor = (stack: Stack, given: Partial<TrialSignupBody> = {}): Visitor => new Visitor(stack, given);

/** The owner of an open account in the free trial. */
export interface Member {
  id: number;
  email: string;
  phone: string;
}

/** Signs up and opens an account with the given plan and card. */
export async function aMember(stack: Stack, given: { plan?: TierId; card?: string } = {}): Promise<Member> {
  const visitor = await aVisitor(stack).provesPhone();
  if (given.plan) await visitor.call('update-selected-plan', { selectedPlan: given.plan });
  await visitor.call('update-payment-verified', { setupIntentId: await visitor.typesCard(given.card) });
  const answer = await visitor.opensAccount(given.plan);
  if (!answer.body?.success) throw new Error(`The account was not opened: ${answer.status} ${answer.text}`);
  return { id: visitor.id, email: visitor.details.email, phone: visitor.phone };
}

/** The stored subscription of a member: its row, payments (newest first), journal and account; and the provider's records. */
export async function lifeOf(stack: Stack, id: number): Promise<Record<string, any>> {
  const payments = await paymentsOf(stack, id);
  const journal = (await journalRowsOf(stack, id)).filter(({ flow }) => flow === 'subscription-life');
  const account = await storedAccount(stack, id);
  const { subscriptions } = await stack.sandbox.records();
  const own = subscriptions.filter(({ metadata }: any) => metadata.trial_id === String(id));
  return {
    ...(await storedSubscription(stack, id)),
    payments,
    journal,
    account: account?.['status'],
    subscriptions: own,
  };
}

/** The token of a new link to the plan, which ends the links before it. */
export async function planTokenOf(stack: Stack, { email }: Member): Promise<string> {
  const subject = 'Your link to your plan';
  const { length } = await stack.sandbox.mails(email, { subject, count: 0 });
  await callsTo(stack).post('plan/link', { email });
  const [mail] = await stack.sandbox.mails(email, { subject, count: length + 1 });
  return /\/plan\?token=([\w.-]+)/.exec(mail!.text)![1]!;
}

/** A member whose trial has ended, without a change of the clock, and whose card is declined: an invoice of $19.99 is open. */
export async function anUnpaidMember(stack: Stack): Promise<Member> {
  const member = await aMember(stack, { card: CARDS.declinesLater });
  const { stripe_id } = await lifeOf(stack, member.id);
  await stripe(stack, `subscriptions/${stripe_id}`, { trial_end: 'now' });
  await eventually(async () => (await lifeOf(stack, member.id)).state === 'pastDue', { within: 30_000 });
  return member;
}

/** The free trial of a member ends, and the card is charged for the first month. */
export async function paysFirstMonth(stack: Stack, { id }: Member): Promise<void> {
  const { stripe_id } = await lifeOf(stack, id);
  await stripe(stack, `subscriptions/${stripe_id}`, { trial_end: 'now' });
  await eventually(async () => (await firstMonthOf(stack, id))?.['status'] === 'paid', { within: 30_000 });
}

/** Our copy of the invoice for the first month. That of the trial, of 0, may be of the same second. */
export const firstMonthOf = async (stack: Stack, id: number): Promise<Record<string, any> | undefined> =>
  (await paymentsOf(stack, id)).findLast((each) => each['amount_in_cents'] > 0);

/** The newest charge of a member at the provider. */
export async function chargeOf(stack: Stack, { id }: Member): Promise<{ id: string }> {
  const { customer_id } = await lifeOf(stack, id);
  const { data } = await stripe(stack, `charges?customer=${customer_id}`);
  return data[0];
}

/** Another card pays the invoices of a member from now on. */
export async function storesAnotherCard(stack: Stack, { id }: Member): Promise<void> {
  const { stripe_id, customer_id: customer } = await lifeOf(stack, id);
  const { id: card } = await stripe(stack, 'payment_methods/pm_card_visa/attach', { customer });
  await stripe(stack, `subscriptions/${stripe_id}`, { default_payment_method: card });
}
