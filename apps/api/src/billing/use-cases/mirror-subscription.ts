import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Workflow } from '../../workflow/index.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { currentRequest } from '../../platform/request-context.ts';
import { nextCheck } from '../domain/next-check.ts';
import { firstNotice } from '../domain/notices.ts';
import { stateOf } from '../domain/provider-status.ts';
import { Subscription } from '../domain/subscription.entity.ts';
import { PaymentGateway, type ProviderSubscription } from '../ports/payment-gateway.ts';
import { type SubscriptionChange, subscriptionFlow } from '../subscription-flow.ts';
import { mirrorPayments } from './mirror-payments.ts';
import { tiersOf } from '../queries/tiers-of.ts';

/**
 * Brings our mirror of a subscription in line with the provider's. It never believes a message, it looks; so any number of
 * runs in any order end the same. Between looking and writing nobody else may have written: then it looks again.
 */
@Injectable()
export class MirrorSubscription {
  constructor(
    private readonly dataSource: DataSource,
    private readonly workflow: Workflow,
    private readonly gateway: PaymentGateway,
    private readonly jobs: Jobs,
  ) {}

  /** The subscription of a customer; nothing happens while there is none. */
  async ofCustomer(customerId: string): Promise<void> {
    const known = await this.dataSource.getRepository(Subscription).findOneBy({ customerId });
    if (known) await this.execute(known.id);
  }

  /** Undefined when there is no such subscription, otherwise our mirror as it is now. */
  async execute(id: number): Promise<Subscription | undefined> {
    const repository = this.dataSource.getRepository(Subscription);
    for (;;) {
      const known = await repository.findOneBy({ id });
      if (!known) return undefined;
      const truth = await this.gateway.findSubscription(known.stripeId);
      const queues = await this.workflow.withLock(subscriptionFlow, id, (change) => this.take(change, known, truth));
      if (!queues) continue;
      for (const queue of queues) this.jobs.notify(queue);
      return (await repository.findOneBy({ id })) ?? undefined;
    }
  }

  /** The queues of the mails that are due; undefined when somebody else has written since `known` was read. */
  private async take(
    change: SubscriptionChange,
    known: Subscription,
    truth: ProviderSubscription,
  ): Promise<string[] | undefined> {
    const { entity: subject, tx, at } = change;
    if (subject.reading !== known.reading) return undefined;
    const { trialEndsAt, periodEndsAt, cancelAt, card, priceId } = truth;
    const plan = (await tiersOf(tx, [priceId])).get(priceId) ?? subject.plan;
    const state = stateOf(truth.status);
    await this.noteWhatChanged(change, truth, plan);
    const moved = subject.trialEndsAt.getTime() !== trialEndsAt.getTime();
    Object.assign(subject, {
      trialEndsAt,
      periodEndsAt,
      cancelAt,
      priceId,
      plan,
      reading: subject.reading + 1,
      ...(moved && { noticeAt: firstNotice(trialEndsAt) }),
      ...(moved && state === 'trialing' && { closesAt: trialEndsAt }),
      ...(!sameCard(subject.card, card) && { card }),
      checkAt: nextCheck(state, [trialEndsAt, periodEndsAt], at),
    });
    if (state !== subject.state && subject.state !== 'canceled') await change.recordTransition(`became.${state}`);
    const due = await mirrorPayments(tx, subject, truth.invoices);
    const { requestId } = currentRequest();
    for (const { queue, payment } of due) await this.jobs.enqueue(tx, queue, payment, requestId);
    return due.map(({ queue }) => queue);
  }

  /** Facts that move nothing; the dashboard hears of them as of a move. */
  private async noteWhatChanged(change: SubscriptionChange, truth: ProviderSubscription, plan: string): Promise<void> {
    const { entity: subject, tx } = change;
    const notes: [string, Record<string, string | null>][] = [];
    if (subject.plan !== plan) notes.push(['plan changed', { from: subject.plan, to: plan }]);
    if (subject.trialEndsAt.getTime() !== truth.trialEndsAt.getTime())
      notes.push(['trial end moved', { from: iso(subject.trialEndsAt), to: iso(truth.trialEndsAt) }]);
    if (iso(subject.cancelAt) !== iso(truth.cancelAt))
      notes.push(truth.cancelAt ? ['cancel asked', { ends: iso(truth.cancelAt) }] : ['cancel undone', {}]);
    if (!sameCard(subject.card, truth.card)) notes.push([truth.card ? 'card changed' : 'card gone', {}]);
    for (const [note, detail] of notes) await change.note(note, detail);
    if (notes.length && stateOf(truth.status) === subject.state)
      await this.jobs.enqueue(tx, 'announceChange', subject.id, currentRequest().requestId);
  }
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
const sameCard = (one: Subscription['card'], other: Subscription['card']): boolean =>
  one?.brand === other?.brand && one?.last4 === other?.last4;
