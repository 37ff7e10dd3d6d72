/**
 * Random lives of members whose money is changed here and in Stripe's dashboard. Before time passes, /plan says what is charged next;
 * afterwards the ledger says what was.
 */
import type { DisputeState, PlanView, TierId } from '@lampstand/contracts';
import { TIER_IDS } from '@lampstand/contracts';
import fc from 'fast-check';
import { aMember, callsTo, deleteAtStripe, lifeOf, type Member, sentMailsOf, stripe } from '../builders/index.ts';
import { linksSignedWith } from '../builders/in-process.ts';
import { advanceAndSettle, atOnce, settled } from '../invariants/index.ts';
import type { Stack } from '../support/index.ts';

/** The link secret of the server in these tests. */
export const MONEY_SECRETS = 'secret-of-the-links-of-the-lives-of-members-1';
const links = linksSignedWith(MONEY_SECRETS);
const FAR = new Date(Date.UTC(2100, 0));

/** Renewals come an hour after the period's end. */
const UNTIL_CHARGED_MINUTES = 75;

interface Life {
  member: Member;
  /** What happened, in words, for the report. */
  story: string[];
}

interface Options {
  members: number;
  rounds: number;
  seed: number;
}

/** How often each act was possible, and what was untrue. */
export interface Outcome {
  acts: Map<string, number>;
  charged: number;
  /** Payments whose dispute was compared, each time. */
  disputed: number;
  untrue: string[];
}

type Act = (context: Context) => Promise<string | undefined>;

interface Context {
  stack: Stack;
  life: Life;
  /** The subscription of our copy. */
  row: Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any
  view: PlanView;
  choice: number;
}

const planCall = (stack: Stack, { member }: Life, name: string, body: object = {}, proven?: Date) => {
  const token = links.sign('plan', [member.id, FAR.getTime(), ...(proven ? [proven.getTime()] : [])].join(':'), FAR);
  return callsTo(stack).post(name ? `plan/${name}` : 'plan', { token, ...body });
};
const nowOf = async (stack: Stack): Promise<Date> => new Date((await stack.sandbox.call('clock')).now);
const isRunning = ({ status }: PlanView) => status !== 'canceled';
const planFor = (choice: number): TierId => TIER_IDS[choice % TIER_IDS.length]!;

/** What a member does at /plan. */
const HERE: Record<string, Act> = {
  'changes the plan': async ({ stack, life, view, choice }) => {
    const selectedPlan = planFor(choice);
    if (!isRunning(view) || selectedPlan === view.plan) return undefined;
    const preview = await planCall(stack, life, 'preview', { selectedPlan });
    if (preview.status !== 200) return `may not change to ${selectedPlan}: ${preview.status}`;
    const { prorationDate, nextCharge } = preview.body;
    const changed = await planCall(stack, life, 'change', { selectedPlan, prorationDate });
    const now = changed.body?.nextCharge?.amountInCents;
    if (changed.status === 200 && !view.cancelAt && view.nextCharge && now !== nextCharge.amountInCents)
      throw new Error(`the preview of ${selectedPlan} said ${nextCharge.amountInCents}, and the plan says ${now}`);
    return `to ${selectedPlan}: ${changed.status}`;
  },
  cancels: async ({ stack, life, view }) =>
    isRunning(view) ? String((await planCall(stack, life, 'cancel')).status) : undefined,
  'keeps the plan': async ({ stack, life, view }) =>
    isRunning(view) && view.cancelAt ? String((await planCall(stack, life, 'keep')).status) : undefined,
  'starts again': async ({ stack, life, view, choice }) => {
    if (isRunning(view)) return undefined;
    const proven = await nowOf(stack);
    const selectedPlan = planFor(choice);
    const offer = await planCall(stack, life, 'reactivate/preview', { selectedPlan }, proven);
    if (offer.status !== 200) return `gets no offer: ${offer.status} ${offer.body?.error}`;
    const { amountInCents, monthlyInCents, consentVersion } = offer.body;
    const { cardSince } = (await planCall(stack, life, '')).body;
    const press = { selectedPlan, amountInCents, monthlyInCents, cardSince, consentVersion };
    const started = await planCall(stack, life, 'reactivate', press, proven);
    if (started.status !== 200) return `with ${selectedPlan}: ${started.status}`;
    const [first] = (await lifeOf(stack, life.member.id)).payments;
    if (amountInCents > 0 && first?.paid_in_cents !== amountInCents)
      throw new Error(`was to pay ${amountInCents} to start again, and paid ${first?.paid_in_cents}`);
    return `with ${selectedPlan} for ${amountInCents}`;
  },
};

const DECIDES = 'has a dispute decided';
const CARDS = ['pm_card_visa', 'pm_card_chargeCustomerFail', 'pm_card_createDispute'];
const PAUSES = ['void', 'mark_uncollectible', 'keep_as_draft'];

/** What someone does in Stripe's dashboard. */
const AT_STRIPE: Record<string, Act> = {
  'gets a price of its own': async ({ stack, row, view, choice }) => {
    if (!isRunning(view)) return undefined;
    const { items } = await stripe(stack, `subscriptions/${row.stripe_id}`);
    const [item] = items.data;
    const unit_amount = String(1000 + (choice % 90) * 100);
    const price = await stripe(stack, 'prices', {
      currency: 'usd',
      unit_amount,
      product: item.price.product,
      'recurring[interval]': 'month',
    });
    const proration_behavior = choice % 2 ? 'none' : 'create_prorations';
    await stripe(stack, `subscriptions/${row.stripe_id}`, {
      'items[0][id]': item.id,
      'items[0][price]': price.id,
      proration_behavior,
    });
    return `${unit_amount}, ${proration_behavior}`;
  },
  'gets a coupon': async ({ stack, row, view, choice }) => {
    if (!isRunning(view)) return undefined;
    const off: Record<string, string> = [
      { percent_off: '25', duration: 'forever' },
      { amount_off: '1000', currency: 'usd', duration: 'once' },
      { percent_off: '50', duration: 'repeating', duration_in_months: '2' },
    ][choice % 3]!;
    const { id } = await stripe(stack, 'coupons', off);
    await stripe(stack, `subscriptions/${row.stripe_id}`, { 'discounts[0][coupon]': id });
    return off.duration;
  },
  'gets a credit': async ({ stack, row, choice }) => {
    const balance = String(-100 * (choice % 40));
    const { error } = await stripe(stack, `customers/${row.customer_id}`, { balance });
    return error ? undefined : balance;
  },
  'has the end of the trial moved': async ({ stack, row, view, choice }) => {
    if (view.status !== 'trialing') return undefined;
    const end = Math.floor((await nowOf(stack)).getTime() / 1000) + (1 + (choice % 40)) * 86_400;
    await stripe(stack, `subscriptions/${row.stripe_id}`, { trial_end: String(end), proration_behavior: 'none' });
    return new Date(end * 1000).toISOString();
  },
  'gets another card': async ({ stack, row, view, choice }) => {
    if (!isRunning(view)) return undefined;
    const card = CARDS[choice % CARDS.length]!;
    const { id } = await stripe(stack, `payment_methods/${card}/attach`, { customer: row.customer_id });
    if (!id) return undefined;
    await stripe(stack, `customers/${row.customer_id}`, { 'invoice_settings[default_payment_method]': id });
    return card;
  },
  'loses the card': async ({ stack, row, view }) => {
    if (!isRunning(view) || !row.payment_method_id) return undefined;
    await stripe(stack, `payment_methods/${row.payment_method_id}/detach`, {});
    return '';
  },
  'is refunded': async ({ stack, row }) => {
    const { data } = await stripe(stack, `charges?customer=${row.customer_id}&limit=1`);
    const [charge] = data ?? [];
    if (!charge?.paid || charge.amount === charge.amount_refunded) return undefined;
    const amount = Math.ceil((charge.amount - charge.amount_refunded) / 2);
    const { error } = await stripe(stack, 'refunds', { charge: charge.id, amount: String(amount) });
    return error ? undefined : String(amount);
  },
  [DECIDES]: async ({ stack, row, choice }) => {
    if (choice % 3 === 0) return undefined;
    const { data } = await stripe(stack, `charges?customer=${row.customer_id}&limit=10`);
    for (const { id } of (data ?? []).filter((charge: { disputed: boolean }) => charge.disputed)) {
      const [dispute] = (await stripe(stack, `disputes?charge=${id}`)).data;
      if (dispute.status !== 'needs_response') continue;
      const text = ['winning_evidence', 'losing_evidence', 'We answer.'][choice % 4];
      if (text) await stripe(stack, `disputes/${dispute.id}`, { 'evidence[uncategorized_text]': text });
      else await stripe(stack, `disputes/${dispute.id}/close`, {});
      return text ?? 'accepted';
    }
    return undefined;
  },
  'has the payments paused': async ({ stack, row, view, choice }) => {
    if (!isRunning(view)) return undefined;
    const behavior = PAUSES[choice % PAUSES.length]!;
    const days = choice % 5 ? 1 + (choice % 60) : 0;
    const until = Math.floor((await nowOf(stack)).getTime() / 1000) + days * 86_400;
    await stripe(stack, `subscriptions/${row.stripe_id}`, {
      'pause_collection[behavior]': behavior,
      ...(days && { 'pause_collection[resumes_at]': String(until) }),
    });
    return `${behavior}${days ? ` until ${new Date(until * 1000).toISOString()}` : ''}`;
  },
  'has the payments resumed': async ({ stack, row, view }) => {
    if (!isRunning(view) || !view.pause) return undefined;
    await stripe(stack, `subscriptions/${row.stripe_id}`, { pause_collection: '' });
    return '';
  },
  'is deleted at Stripe': async ({ stack, row, view }) => {
    if (!isRunning(view)) return undefined;
    await deleteAtStripe(stack, `customers/${row.customer_id}`);
    return '';
  },
  'is canceled at once': async ({ stack, row, view, choice }) => {
    if (!isRunning(view) || choice % 3) return undefined;
    await deleteAtStripe(stack, `subscriptions/${row.stripe_id}`);
    return '';
  },
  'is canceled at the end of the period': async ({ stack, row, view }) => {
    if (!isRunning(view)) return undefined;
    await stripe(stack, `subscriptions/${row.stripe_id}`, { cancel_at_period_end: 'true' });
    return '';
  },
};

const ACTS = Object.entries({ ...HERE, ...AT_STRIPE }).filter(([name]) => name !== DECIDES);
const LEAVING = new Set([
  'cancels',
  'is canceled at once',
  'is canceled at the end of the period',
  'is deleted at Stripe',
  'loses the card',
]);
/** Ends that no one here could know of before. */
const SUDDEN = ['is canceled at once', 'is deleted at Stripe'];

/** Lives `members` random lives of `rounds` changes and passages of time, all by one clock. */
export async function liveWithMoney(stack: Stack, { members, rounds, seed }: Options): Promise<Outcome> {
  const after = advanceAndSettle(stack);
  const [numbers] = fc.sample(
    fc.array(fc.nat(1_000_000), { minLength: rounds * (members * 5 + 1), maxLength: rounds * (members * 5 + 1) }),
    { seed, numRuns: 1 },
  );
  let next = 0;
  const choose = () => numbers![next++]!;
  const outcome: Outcome = { acts: new Map(), charged: 0, disputed: 0, untrue: [] };
  const lives = await atOnce(members, async (index) => ({
    member: await aMember(stack, { plan: planFor(index) }),
    story: [] as string[],
  }));

  for (let round = 0; round < rounds; round += 1) {
    for (const life of lives) {
      // Most disputes are over after a round.
      await perform(stack, life, [DECIDES, AT_STRIPE[DECIDES]!], choose(), outcome);
      for (let act = 0; act < 2; act += 1) {
        const [chosen, choice] = [ACTS[choose() % ACTS.length]!, choose()];
        // Most lives go on, so that there is something to charge.
        if (!LEAVING.has(chosen[0]) || choice % 4 === 0) await perform(stack, life, chosen, choice, outcome);
        else await perform(stack, life, ['starts again', HERE['starts again']!], choice, outcome);
      }
    }
    await settled(stack);
    const claims = await Promise.all(lives.map((life) => claimOf(stack, life)));
    const days = 1 + (choose() % 34);
    for (const { story } of lives) story.push(`${days} days pass`);
    await after({ days, minutes: UNTIL_CHARGED_MINUTES });
    const records = await stack.sandbox.records();
    const now = await nowOf(stack);
    for (const [index, life] of lives.entries())
      await compare(stack, { life, claim: claims[index]!, records, now, outcome });
  }
  return outcome;
}

async function perform(
  stack: Stack,
  life: Life,
  [name, act]: [string, Act],
  choice: number,
  outcome: Outcome,
): Promise<void> {
  const { body: view, status } = await planCall(stack, life, '');
  if (status !== 200) return;
  const row = await lifeOf(stack, life.member.id);
  try {
    const detail = await act({ stack, life, row, view, choice });
    if (detail === undefined) return;
    life.story.push(`${name} ${detail}`.trim());
    outcome.acts.set(name, (outcome.acts.get(name) ?? 0) + 1);
  } catch (error) {
    report(outcome, life, `${name}: ${(error as Error).message}`);
  }
  await settled(stack);
}

interface Claim {
  view: PlanView;
  subscription: string;
  at: Date;
}

async function claimOf(stack: Stack, life: Life): Promise<Claim> {
  const { body: view } = await planCall(stack, life, '');
  const { stripe_id: subscription } = await lifeOf(stack, life.member.id);
  return { view, subscription, at: new Date(view.status === 'trialing' ? view.trialEndsAt : view.periodEndsAt) };
}

interface Comparison {
  life: Life;
  claim: Claim;
  records: Record<string, any[]>; // eslint-disable-line @typescript-eslint/no-explicit-any
  now: Date;
  outcome: Outcome;
}

/** Compares what /plan said with what the ledger has after the time has passed. */
async function compare(stack: Stack, { life, claim, records, now, outcome }: Comparison): Promise<void> {
  const { view, subscription, at } = claim;
  const theirs = records['subscriptions']!.find(({ id }) => id === subscription);
  const since = records['invoices']!.filter(
    ({ parent, created, billing_reason }) =>
      parent.subscription_details.subscription === subscription &&
      billing_reason === 'subscription_cycle' &&
      created * 1000 >= at.getTime(),
  );
  const first = since.toSorted((one, other) => one.created - other.created)[0];
  const endedBefore = theirs.ended_at !== null && theirs.ended_at * 1000 <= at.getTime();
  const said = view.nextCharge?.amountInCents;
  const isDue = at.getTime() + 3_600_000 <= now.getTime();
  if (isDue && isRunning(view) && !endedBefore && said !== undefined) {
    outcome.charged += 1;
    if (!(view.card === null && !first) && (first?.amount_due !== said || !isCollected(first)))
      report(
        outcome,
        life,
        `said that ${said} is charged next, and the invoice is of ${first?.amount_due}, ${first?.status}`,
      );
  }
  if ((!isRunning(view) || said === undefined) && first && first.amount_due > 0 && isCollected(first))
    report(outcome, life, `said that nothing is charged, and the invoice is of ${first.amount_due}`);
  const late = records['invoices']!.filter(
    ({ parent, created, amount_paid }) =>
      parent.subscription_details.subscription === subscription &&
      theirs.ended_at !== null &&
      created > theirs.ended_at &&
      amount_paid > 0,
  );
  if (late.length) report(outcome, life, `was charged after the end`);
  await checkEnd(stack, { life, claim, outcome, theirs });
  await checkDisputes(stack, life, subscription, outcome);
}

/** Of payments that are paused an invoice is made, and the card is not asked for it. */
const isCollected = ({ status, attempt_count }: { status: string; attempt_count: number }): boolean =>
  status === 'paid' || attempt_count > 0;

/** In Stripe's words; of a won dispute the payment is ours again. */
const DISPUTES: Record<string, DisputeState> = {
  needs_response: 'needsResponse',
  under_review: 'underReview',
  won: 'won',
  lost: 'lost',
};

/** What /plan says of each payment of a subscription, and what the bank says of its charge. */
async function checkDisputes(stack: Stack, life: Life, subscription: string, outcome: Outcome): Promise<void> {
  const { body: view, status } = await planCall(stack, life, '');
  if (status !== 200) return;
  const { data } = await stripe(stack, `invoices?subscription=${subscription}&limit=100&expand[]=data.payments`);
  for (const { number, payments } of data) {
    const said = (view as PlanView).invoices.find((invoice) => invoice.number === number);
    const intent = payments.data[0]?.payment.payment_intent;
    if (!said || !intent) continue;
    const [dispute] = (await stripe(stack, `disputes?payment_intent=${intent}`)).data;
    if (dispute) outcome.disputed += 1;
    const isAt = dispute ? DISPUTES[dispute.status] : null;
    if (said.dispute !== isAt)
      report(outcome, life, `read of invoice ${number} that its dispute is ${said.dispute}, and it is ${isAt}`);
  }
}

/** Whoever loses access has had a mail before, unless it was ended at once by hand, and has one about the end. */
async function checkEnd(
  stack: Stack,
  {
    life,
    claim,
    outcome,
    theirs,
  }: Pick<Comparison, 'life' | 'claim' | 'outcome'> & { theirs: { id: string; ended_at: number | null } },
): Promise<void> {
  if (!isRunning(claim.view) || theirs.ended_at === null) return;
  const mails = await sentMailsOf(stack, life.member.id);
  const keys = mails.map(({ key }) => String(key));
  if (!keys.includes(`subscription-ended:${life.member.id}:${theirs.id}`))
    report(outcome, life, 'lost the account without a mail about it');
  const isWarned = keys.some((key) =>
    /^(plan-cancelled|payment-failed|card-removed|trial-notice|card-expiring)/.test(key),
  );
  if (!isWarned && !life.story.some((line) => SUDDEN.some((end) => line.startsWith(end))))
    report(outcome, life, 'lost the account without a mail before');
}

function report(outcome: Outcome, { member, story }: Life, what: string): void {
  outcome.untrue.push(`Member ${member.id} ${what}. Before: ${story.join('; ')}.`);
}
