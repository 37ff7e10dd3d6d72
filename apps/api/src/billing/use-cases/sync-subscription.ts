import { cardEnding, type DisputeState, type TierId } from '@lampstand/contracts';
import { hasTag, subscriptionLife } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { currentRequest, runInContext } from '../../platform/request-context.ts';
import { IllegalTransition, Workflow } from '../../workflow/index.ts';
import { ActiveUser, ClosedMonth, Payment, Subscription } from '../billing.entities.ts';
import { Consents } from '../consents.ts';
import { PaymentGateway, type ProviderInvoice, type ProviderSubscription } from '../payment-gateway.ts';
import { type SubscriptionChange, subscriptionFlow } from '../subscription-flow.ts';
import { firstNotice, isExpiring, nextCheck, stateOf } from '../subscription-rules.ts';
import { tiersOf } from './provision-prices.ts';

/**
 * Makes our copy of a subscription equal to the provider's. It reads the provider instead of trusting a message, so any
 * number of runs in any order end the same. If another sync wrote between its reading and its writing, it starts over.
 */
@Injectable()
export class SyncSubscription {
  constructor(
    @InjectRepository(Subscription) private readonly subscriptions: Repository<Subscription>,
    private readonly workflow: Workflow,
    private readonly gateway: PaymentGateway,
    private readonly consents: Consents,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /** Syncs before a change. The journal names the payment provider for what this finds, not the person of the request. */
  refresh(id: number): Promise<Subscription | undefined> {
    return runInContext({ ...currentRequest(), actor: 'webhook' }, () => this.execute(id));
  }

  /** Syncs the subscription of a customer, if there is one. */
  async executeForCustomer(customerId: string): Promise<void> {
    const stored = await this.subscriptions.findOneBy({ customerId });
    if (stored) await this.execute(stored.id);
  }

  /**
   * Returns our copy after the sync; undefined when there is no such subscription, or its person was erased. Throws IllegalTransition for a status that
   * cannot follow the stored one.
   */
  async execute(id: number): Promise<Subscription | undefined> {
    const repository = this.subscriptions;
    for (;;) {
      const stored = await repository.findOneBy({ id });
      if (!stored || stored.isErased) return undefined;
      const asOf = this.clock.now();
      const remote = { ...(await this.gateway.findSubscription(stored.stripeId, stored.customerId)), asOf };
      const synced = await this.workflow.withLock(subscriptionFlow, id, (change) => this.apply(change, stored, remote));
      if (synced) return (await repository.findOneBy({ id })) ?? undefined;
    }
  }

  /** False when another sync has written since `stored` was read. */
  private async apply(
    change: SubscriptionChange,
    stored: Subscription,
    remote: ProviderSubscription & { asOf: Date },
  ): Promise<boolean> {
    const { entity: subject, tx } = change;
    if (subject.syncVersion !== stored.syncVersion) return false;
    const { trialEndsAt, periodEndsAt, cancelAt, card, paymentMethodId, priceId, monthlyInCents, nextCharge, pause } =
      remote;
    const plan = (await tiersOf(tx, [priceId])).get(priceId) ?? subject.plan;
    const state = stateOf(remote.status);
    const isAnother = subject.stripeId !== remote.id;
    if (!isAnother && hasTag(subscriptionLife, subject.state, 'ended') && state !== subject.state)
      throw new IllegalTransition(subscriptionLife.id, subject.state, `became.${state}`);
    if (isAnother) await this.beginAgain(change, remote, plan);
    else await this.noteChanges(change, remote, plan);
    const moved = subject.trialEndsAt.getTime() !== trialEndsAt.getTime();
    Object.assign(subject, {
      trialEndsAt,
      periodEndsAt,
      cancelAt,
      priceId,
      plan,
      monthlyInCents,
      nextCharge,
      pause,
      syncVersion: subject.syncVersion + 1,
      ...(moved && { noticeAt: firstNotice(trialEndsAt) }),
      ...(moved && hasTag(subscriptionLife, state, 'inTrial') && { closesAt: trialEndsAt }),
      ...(!sameCard(subject, remote) && { card, paymentMethodId, cardSince: card && remote.asOf }),
      checkAt: nextCheck(state, [trialEndsAt, periodEndsAt, ...endsOf(pause)], remote.asOf),
    });
    if (isExpiring(subject, remote.asOf))
      await this.jobs.enqueue(tx, 'sendCardExpiring', `${subject.id}:${subject.card?.expires}`);
    if (state !== subject.state) await change.recordTransition(`became.${state}`, { monthlyInCents });
    const { mails, refunds, disputes } = await syncPayments(tx, subject, remote.invoices);
    for (const { queue, payment } of mails) await this.jobs.enqueue(tx, queue, payment);
    for (const refund of refunds) await change.note('refunded', refund);
    for (const dispute of disputes) await change.note('disputed', dispute);
    return true;
  }

  /** The subscription with which a member started again: its months are counted anew, from its first day on. */
  private async beginAgain(change: SubscriptionChange, remote: ProviderSubscription, plan: TierId): Promise<void> {
    const { entity: subject, tx } = change;
    const { monthlyInCents: beforeInCents } = subject;
    await tx.delete(ActiveUser, { subscriptionId: subject.id });
    await tx.delete(ClosedMonth, { subscriptionId: subject.id });
    Object.assign(subject, {
      stripeId: remote.id,
      trialEndsAt: remote.trialEndsAt,
      closesAt: remote.periodEndsAt,
      activeUsers: null,
    });
    const consent = await this.consents.ofStart({ trialId: subject.id, plan, startedAt: remote.trialEndsAt }, tx);
    if (consent) await this.consents.setCard(tx, consent.id, remote.card);
    await change.note('plan started again', { plan, monthlyInCents: remote.monthlyInCents, beforeInCents });
  }

  /** Notes the changes that are no transition; the dashboard gets a webhook for them, too. */
  private async noteChanges(change: SubscriptionChange, remote: ProviderSubscription, plan: string): Promise<void> {
    const { entity: subject, tx } = change;
    const notes: ChangeNote[] = [];
    if (subject.plan !== plan)
      notes.push([
        'plan changed',
        { from: subject.plan, to: plan, monthlyInCents: remote.monthlyInCents, beforeInCents: subject.monthlyInCents },
        'sendPlanChanged',
        subject.plan,
      ]);
    if (subject.trialEndsAt.getTime() !== remote.trialEndsAt.getTime())
      notes.push([
        'trial end moved',
        { from: iso(subject.trialEndsAt), to: iso(remote.trialEndsAt) },
        'sendTrialMoved',
      ]);
    notes.push(...priceNotes(subject, remote, plan));
    if (iso(subject.cancelAt) !== iso(remote.cancelAt))
      notes.push(
        remote.cancelAt
          ? ['cancel requested', { ends: iso(remote.cancelAt) }, 'sendPlanCancelled']
          : ['cancel undone', {}, 'sendPlanKept'],
      );
    const hasEnded = hasTag(subscriptionLife, stateOf(remote.status), 'ended');
    if (subject.pause?.until !== remote.pause?.until && !hasEnded)
      notes.push(remote.pause ? ['payments paused', { ...remote.pause }] : ['payments resumed', {}]);
    // After the end it is the one with which the member could start again.
    if (!sameCard(subject, remote) && !hasEnded)
      notes.push(
        remote.card
          ? ['card changed', {}, 'sendCardChanged']
          : ['card gone', {}, 'sendCardRemoved', nameOf(subject.card)],
      );
    const key = `${subject.id}:${subject.syncVersion + 1}`;
    for (const [note, detail, mail, from] of notes) {
      await change.note(note, detail);
      if (mail) await this.jobs.enqueue(tx, mail, from === undefined ? key : `${key}:${from}`);
    }
    if (notes.length && stateOf(remote.status) === subject.state)
      await this.jobs.enqueue(tx, 'announceChange', subject.id);
  }
}

type ChangeNote = [
  note: string,
  detail: Record<string, string | number | null>,
  mail?: ChangeMail,
  from?: string | number,
];

/** What was changed of the price at the provider: for all months, or for the next charge alone, by a discount for example. */
function priceNotes(subject: Subscription, remote: ProviderSubscription, plan: string): ChangeNote[] {
  if (subject.plan !== plan) return [];
  const { monthlyInCents: from, nextCharge: before } = subject;
  const { monthlyInCents: to, nextCharge: now } = remote;
  if (from !== to) return [['price changed', { from, to }, 'sendPriceChanged', before?.amountInCents ?? from]];
  const isSamePeriod = iso(subject.periodEndsAt) === iso(remote.periodEndsAt);
  if (!before || !now || !isSamePeriod || before.amountInCents === now.amountInCents) return [];
  const amounts = { from: before.amountInCents, to: now.amountInCents };
  return [['next charge changed', amounts, 'sendPriceChanged', before.amountInCents]];
}

const endsOf = (pause: Subscription['pause']): Date[] => (pause?.until ? [new Date(pause.until)] : []);
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
const nameOf = (card: Subscription['card']): string => (card ? cardEnding(card) : '');
type Paying = Pick<Subscription, 'card' | 'paymentMethodId'>;
/** A renewed card keeps its digits: the network changes the month of a stored one, or the member enters the new one. */
const sameCard = (one: Paying, other: Paying): boolean =>
  one.paymentMethodId === other.paymentMethodId && one.card?.expires === other.card?.expires;

/** The mails about a change. Each has a queue of its name, whose jobs carry the subscription's id and the sync's number. */
type ChangeMail =
  | 'sendPlanCancelled'
  | 'sendPlanKept'
  | 'sendPlanChanged'
  | 'sendPriceChanged'
  | 'sendTrialMoved'
  | 'sendCardChanged'
  | 'sendCardRemoved';

/**
 * The mails about an invoice. Each has a queue of its name, whose jobs carry the invoice's id, and of a refund what was refunded
 * before and after it.
 */
type PaymentMail = 'sendInvoice' | 'sendReceipt' | 'sendPaymentFailed' | 'sendRefund';

/** Stores the provider's invoices. Returns the mails that are due for what is new, oldest first, and what was refunded and disputed of each. */
async function syncPayments(
  tx: EntityManager,
  subscription: Subscription,
  invoices: ProviderInvoice[],
): Promise<{ mails: { queue: PaymentMail; payment: string }[]; refunds: Refund[]; disputes: Dispute[] }> {
  const known = new Map((await tx.findBy(Payment, { subscriptionId: subscription.id })).map((each) => [each.id, each]));
  const tiers = await tiersOf(
    tx,
    invoices.flatMap(({ priceId }) => priceId ?? []),
  );
  const payments = invoices.map(({ priceId, ...facts }) => ({
    ...facts,
    subscriptionId: subscription.id,
    plan: tiers.get(priceId ?? '') ?? known.get(facts.id)?.plan ?? subscription.plan,
    declinedWith: facts.declinedWith ?? known.get(facts.id)?.declinedWith ?? null,
  }));
  await tx.upsert(Payment, payments, { conflictPaths: ['id'], skipUpdateIfNoValuesChanged: true });
  const mails = invoices.toReversed().flatMap((invoice) => {
    const before = known.get(invoice.id);
    return dueMails(invoice, before).map((queue) => ({ queue, payment: mailKey(queue, invoice, before) }));
  });
  const refunds = invoices.flatMap((invoice) => {
    const [from, to] = [known.get(invoice.id)?.refundedInCents ?? 0, invoice.refundedInCents];
    return from === to ? [] : [{ invoice: invoice.number ?? invoice.id, from, to }];
  });
  const disputes = invoices.flatMap(({ id, number, dispute, paidInCents, refundedInCents }) => {
    const [before, state] = [known.get(id)?.dispute?.state ?? null, dispute?.state ?? null];
    return before === state
      ? []
      : [
          {
            invoice: number ?? id,
            state,
            answerBy: dispute?.answerBy ?? null,
            amountInCents: paidInCents - refundedInCents,
          },
        ];
  });
  return { mails, refunds, disputes };
}

/** What is refunded of an invoice, in all: less after a refund that the bank has sent back. */
type Refund = { invoice: string; from: number; to: number };

/** Where the dispute of an invoice stands now; null for an inquiry that is over. */
type Dispute = { invoice: string; state: DisputeState | null; answerBy: string | null; amountInCents: number };

function mailKey(queue: PaymentMail, { id, attempts, refundedInCents }: ProviderInvoice, before?: Payment): string {
  if (queue === 'sendPaymentFailed') return `${id}:${attempts}`;
  return queue === 'sendRefund' ? `${id}:${before?.refundedInCents ?? 0}:${refundedInCents}` : id;
}

/**
 * An invoice of 0, with which every trial begins, causes no mail. An invoice that is already paid or refused when the sync
 * finds it causes one mail: the receipt, or the mail about the failed payment.
 */
function dueMails(now: ProviderInvoice, before: Payment | undefined): PaymentMail[] {
  if (now.amountInCents === 0 || now.status === 'draft' || now.status === 'void') return [];
  const wasFinal = before && before.status !== 'draft';
  const failed = ({ status, attempts }: Pick<ProviderInvoice, 'status' | 'attempts'>) =>
    status !== 'paid' && attempts > 0;
  return [
    ...(!wasFinal && now.status === 'open' && !failed(now) ? (['sendInvoice'] as const) : []),
    ...(failed(now) && now.attempts > (before?.attempts ?? 0) ? (['sendPaymentFailed'] as const) : []),
    ...(now.status === 'paid' && before?.status !== 'paid' ? (['sendReceipt'] as const) : []),
    ...(now.refundedInCents > (before?.refundedInCents ?? 0) ? (['sendRefund'] as const) : []),
  ];
}
