import { hasTag, subscriptionLife } from '@lampstand/workflows';
import {
  cardEnding,
  dollars,
  lastDayOf,
  longDate,
  MAIL_SUBJECTS,
  planOf,
  planWithRange,
  type TierId,
} from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { createElement } from 'react';
import { OnJob } from '../../platform/jobs/decorators.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { BULK_MAIL } from '../../platform/mail/index.ts';
import type { Subscription } from '../billing.entities.ts';
import {
  CardChangedMail,
  CardExpiringMail,
  CardRemovedMail,
  PlanCancelledMail,
  PlanChangedMail,
  PlanKeptMail,
  PriceChangedMail,
  TrialMovedMail,
} from './mail-templates.tsx';
import { SubscriptionMails } from './subscription-mails.ts';

/**
 * Mails that confirm a change of a subscription, made by the member, by support, or in the provider's portal. The key of a
 * job has the number of the sync that found the change. Nothing is sent if the change was undone since, or the
 * subscription has ended.
 */
@Injectable()
export class ChangeMails {
  constructor(private readonly mails: SubscriptionMails) {}

  @OnJob('sendPlanCancelled', BULK_MAIL)
  async sendCancelled({ key }: Job): Promise<void> {
    const { subscription, fact } = await this.find(key);
    if (!subscription?.cancelAt) return;
    const ends = this.mails.day(subscription.cancelAt);
    const inTrial = hasTag(subscriptionLife, subscription.state, 'inTrial');
    const subject = MAIL_SUBJECTS['plan-cancelled'](ends);
    await this.mails.send(subscription, 'plan-cancelled', fact, subject, (about) =>
      createElement(PlanCancelledMail, { ...about, ends, inTrial }),
    );
  }

  @OnJob('sendPlanKept', BULK_MAIL)
  async sendKept({ key }: Job): Promise<void> {
    const { subscription, fact } = await this.find(key);
    if (!subscription || subscription.cancelAt) return;
    const next = this.nextPayment(subscription);
    await this.mails.send(subscription, 'plan-kept', fact, MAIL_SUBJECTS['plan-kept'], (about) =>
      createElement(PlanKeptMail, { ...about, next }),
    );
  }

  @OnJob('sendPlanChanged', BULK_MAIL)
  async sendChanged({ key }: Job): Promise<void> {
    const { subscription, fact, more } = await this.find(key);
    if (!subscription || subscription.plan === more) return;
    const { plan, cancelAt, state, nextCharge } = subscription;
    const prorated = nextCharge?.prorationInCents ?? 0;
    const facts = {
      from: planWithRange(planOf(more as TierId)),
      next: this.nextPayment(subscription),
      ends: cancelAt && this.mails.day(cancelAt),
      inTrial: hasTag(subscriptionLife, state, 'inTrial'),
      proration: prorated ? { amount: dollars(Math.abs(prorated)), isCredit: prorated < 0 } : null,
    };
    await this.mails.send(subscription, 'plan-changed', fact, MAIL_SUBJECTS['plan-changed'](plan), (about) =>
      createElement(PlanChangedMail, { ...about, ...facts }),
    );
  }

  /** `more` is the next charge before, in cents. */
  @OnJob('sendPriceChanged', BULK_MAIL)
  async sendPriceChanged({ key }: Job): Promise<void> {
    const { subscription, fact, more } = await this.find(key);
    if (!subscription?.nextCharge || subscription.nextCharge.amountInCents === Number(more)) return;
    const facts = { before: dollars(Number(more)), next: this.nextPayment(subscription) };
    await this.mails.send(subscription, 'price-changed', fact, 'Your price has changed', (about) =>
      createElement(PriceChangedMail, { ...about, ...facts }),
    );
  }

  @OnJob('sendTrialMoved', BULK_MAIL)
  async sendTrialMoved({ key }: Job): Promise<void> {
    const { subscription, fact } = await this.find(key);
    if (!subscription || !hasTag(subscriptionLife, subscription.state, 'inTrial')) return;
    const ends = this.mails.day(subscription.trialEndsAt);
    const isCanceled = subscription.cancelAt !== null;
    await this.mails.send(subscription, 'trial-moved', fact, MAIL_SUBJECTS['trial-moved'](ends), (about) =>
      createElement(TrialMovedMail, { ...about, isCanceled }),
    );
  }

  /** `more` names the card. */
  @OnJob('sendCardRemoved', BULK_MAIL)
  async sendCardRemoved({ key }: Job): Promise<void> {
    const { subscription, fact, more = '' } = await this.find(key);
    if (!subscription || subscription.card || subscription.cancelAt) return;
    const facts = {
      cardName: more,
      next: this.nextPayment(subscription),
      inTrial: hasTag(subscriptionLife, subscription.state, 'inTrial'),
    };
    await this.mails.send(subscription, 'card-removed', fact, 'Your card was removed', (about) =>
      createElement(CardRemovedMail, { ...about, ...facts }),
    );
  }

  /** The key of the job has the month. Not sent once another card pays, or nothing more is charged. */
  @OnJob('sendCardExpiring', BULK_MAIL)
  async sendCardExpiring({ key }: Job): Promise<void> {
    const [id = '', expires = ''] = key.split(':');
    const { subscription } = await this.find(key);
    if (!subscription?.card || subscription.card.expires !== expires || !subscription.nextCharge) return;
    const facts = {
      cardName: cardEnding(subscription.card),
      lastDay: longDate(lastDayOf(expires)),
      next: this.nextPayment(subscription),
    };
    await this.mails.send(subscription, 'card-expiring', [id, expires], 'Your card expires soon', (about) =>
      createElement(CardExpiringMail, { ...about, ...facts }),
    );
  }

  @OnJob('sendCardChanged', BULK_MAIL)
  async sendCardChanged({ key }: Job): Promise<void> {
    const { subscription, fact } = await this.find(key);
    if (!subscription?.card) return;
    const cardName = cardEnding(subscription.card);
    await this.mails.send(subscription, 'card-changed', fact, `Your new card: ${cardName}`, (about) =>
      createElement(CardChangedMail, { ...about, cardName }),
    );
  }

  /** Undefined once the subscription has ended: the mail about its end is enough. */
  private async find(jobKey: string) {
    const [id = '', change = '', more] = jobKey.split(':');
    const found = await this.mails.find(Number(id));
    const subscription = found && !hasTag(subscriptionLife, found.state, 'ended') ? found : undefined;
    return { subscription, fact: [id, change] as const, more };
  }

  private nextPayment({ state, trialEndsAt, periodEndsAt }: Subscription): string {
    return this.mails.day(hasTag(subscriptionLife, state, 'inTrial') ? trialEndsAt : periodEndsAt);
  }
}
