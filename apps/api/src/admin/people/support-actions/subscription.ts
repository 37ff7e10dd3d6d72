import { civilDay, ERRORS, longDate } from '@lampstand/contracts';
import { ADMIN_ERRORS, explainDecline, type SupportActionAnswer } from '@lampstand/contracts/back-office';
import { hasTag, subscriptionLife } from '@lampstand/workflows';
import { Inject } from '@nestjs/common';
import { Accounts } from '../../../accounts/index.ts';
import {
  CallProvider,
  ChargeOpenInvoices,
  Consents,
  PaymentGateway,
  ProvisionPrices,
  type Subscription,
  type SubscriptionChange,
  subscriptionFlow,
  SyncSubscription,
} from '../../../billing/index.ts';
import { onDay } from '../../../platform/clock/instants.ts';
import { Settings } from '../../../platform/config/index.ts';
import { AppError } from '../../../platform/errors.ts';
import { Jobs } from '../../../platform/jobs/jobs.ts';
import { Limiter } from '../../../platform/limits/limiter.ts';
import { addressKey } from '../../../platform/mail/index.ts';
import { Workflow } from '../../../workflow/index.ts';
import { trialEndRange } from '../trial-end-range.ts';
import {
  answerOf,
  type Press,
  SupportAction,
  type SupportActionBody,
  SupportActionController,
} from './support-action.controller.ts';
import type { ActionTarget } from './support-actions.ts';

type RunningSubscription = Pick<NonNullable<ActionTarget['subscription']>, 'state' | 'cancelAt'>;

/** A support action on a subscription, which has not ended for most. */
abstract class SubscriptionAction<Given = object> extends SupportActionController<Given> {
  @Inject(Workflow) protected readonly workflow: Workflow;
  @Inject(PaymentGateway) protected readonly gateway: PaymentGateway;
  @Inject(CallProvider) protected readonly callProvider: CallProvider;
  @Inject(SyncSubscription) protected readonly syncSubscription: SyncSubscription;

  /** Whether it is available once the subscription has ended, too. */
  protected readonly isAfterEnd: boolean = false;

  /** True, or the reason why the action is not available for a running subscription. */
  abstract whileRunning(subscription: RunningSubscription): true | string;

  availableWhen({ subscription }: ActionTarget): true | string {
    if (!subscription) return ADMIN_ERRORS.noSubscription;
    if (hasTag(subscriptionLife, subscription.state, 'ended')) return this.isAfterEnd || ADMIN_ERRORS.subscriptionEnded;
    return this.whileRunning(subscription);
  }

  /** Throws a 409 without a running subscription. */
  protected async requireRunning(id: number): Promise<Subscription> {
    const subscription = await this.workflow.find(subscriptionFlow, { id });
    if (!subscription) throw new AppError('conflict', ADMIN_ERRORS.noSubscription);
    if (hasTag(subscriptionLife, subscription.state, 'ended') && !this.isAfterEnd)
      throw new AppError('conflict', ADMIN_ERRORS.subscriptionEnded);
    return subscription;
  }

  /**
   * Changes the running subscription at the provider, unless it `isDone`. Synced first: an earlier call may have succeeded
   * and lost its answer.
   */
  protected async change(
    id: number,
    { requireUnchanged }: Press,
    isDone: (now: Subscription) => boolean,
    work: (stripeId: string) => Promise<unknown>,
  ): Promise<boolean> {
    const { stripeId } = await this.requireRunning(id);
    return this.callProvider.execute(id, async () => {
      const now = await this.syncSubscription.refresh(id);
      if (now && isDone(now)) return false;
      await requireUnchanged();
      await work(stripeId);
      await this.syncSubscription.execute(id);
      return true;
    });
  }

  /** Writes `note`, and does `work` in the same transaction, unless it was written a moment before. */
  protected async noteOnce(
    id: number,
    { requireUnchanged }: Press,
    note: string,
    work: (change: SubscriptionChange) => Promise<unknown> | void,
  ): Promise<boolean> {
    await this.requireRunning(id);
    const done = await this.workflow.withLock(subscriptionFlow, id, async (change) => {
      if (await change.wasJustRecorded(note)) return false;
      await requireUnchanged(change.tx);
      await work(change);
      await change.note(note);
      return true;
    });
    return done ?? false;
  }
}

const inTrial = ({ state }: RunningSubscription) => hasTag(subscriptionLife, state, 'inTrial');

/** Only during the trial, of which the mail tells. */
@SupportAction('resend-welcome')
export class ResendWelcome extends SubscriptionAction {
  readonly shows = ['email', 'plan', 'trialEnd'] as const;

  constructor(private readonly jobs: Jobs) {
    super();
  }

  whileRunning(subscription: RunningSubscription): true | string {
    return inTrial(subscription) || ADMIN_ERRORS.trialOver;
  }

  async run(id: number, _: object, press: Press): Promise<SupportActionAnswer> {
    if (!inTrial(await this.requireRunning(id))) throw new AppError('conflict', ADMIN_ERRORS.trialOver);
    const done = await this.noteOnce(id, press, 'welcome requested', ({ tx }) =>
      this.jobs.enqueue(tx, 'sendWelcomeAgain', id),
    );
    return answerOf(done, 'The welcome mail is on its way.', 'It was sent again less than a minute ago.');
  }
}

@SupportAction('send-plan-link')
export class SendPlanLink extends SubscriptionAction {
  readonly shows = ['email'] as const;
  protected override readonly isAfterEnd = true;

  constructor(
    private readonly jobs: Jobs,
    private readonly accounts: Accounts,
    private readonly limiter: Limiter,
  ) {
    super();
  }

  whileRunning(): true {
    return true;
  }

  async run(id: number, _: object, press: Press): Promise<SupportActionAnswer> {
    const done = await this.noteOnce(id, press, 'plan link sent', async ({ tx }) => {
      const holder = await this.accounts.holderOf(id);
      if (holder) await this.limiter.consume('supportMailsPerEmail', addressKey(holder.email));
      await this.jobs.enqueue(tx, 'sendPlanLink', id);
    });
    return answerOf(done, 'The plan link is on its way.', 'A plan link was sent less than a minute ago.');
  }
}

/** Ends every link to the plan that was sent so far. */
@SupportAction('end-plan-links')
export class EndPlanLinks extends SubscriptionAction {
  readonly shows = [] as const;
  protected override readonly isAfterEnd = true;

  whileRunning(): true {
    return true;
  }

  async run(id: number, _: object, press: Press): Promise<SupportActionAnswer> {
    const done = await this.noteOnce(id, press, 'plan links ended', (change) => {
      change.entity.planLinksFrom = change.at;
    });
    return answerOf(done, 'The plan links no longer work.', 'They were ended less than a minute ago.');
  }
}

/**
 * Moves the trial's end to the civil day `until`, at the same time of day. Never to a day before the one that the member
 * agreed to be charged from.
 */
@SupportAction('move-trial-end')
export class MoveTrialEnd extends SubscriptionAction<SupportActionBody<'move-trial-end'>> {
  readonly shows = ['trialEnd'] as const;

  constructor(
    private readonly consents: Consents,
    private readonly settings: Settings,
  ) {
    super();
  }

  whileRunning(subscription: RunningSubscription): true | string {
    return inTrial(subscription) || 'The free trial is over.';
  }

  async run(id: number, { until }: SupportActionBody<'move-trial-end'>, press: Press): Promise<SupportActionAnswer> {
    const done = await this.move(id, until, press);
    return answerOf(done, 'The end of the free trial is moved.', 'The trial ends on that day already.');
  }

  private async move(id: number, until: string, { requireUnchanged }: Press): Promise<boolean> {
    const subscription = await this.requireRunning(id);
    if (!inTrial(subscription)) throw new AppError('conflict', 'The free trial is over.');
    const { trialEndsAt, stripeId } = subscription;
    const zone = this.settings.ORG_TIME_ZONE;
    if (until === civilDay(trialEndsAt, zone)) return false;
    await requireUnchanged();
    const agreed = (await this.consents.receiptOf(id))?.firstChargeOn;
    const { earliest, latest } = trialEndRange({ trialEndsAt, agreed, now: this.clock.now(), zone });
    if (until < earliest || until > latest)
      throw new AppError('invalid', ERRORS.invalid, { fields: { until: badDay(earliest, latest) } });
    const end = onDay(trialEndsAt, until, zone);
    await this.callProvider.execute(id, async () => {
      await this.gateway.moveTrialEnd(stripeId, end);
      await this.syncSubscription.execute(id);
    });
    return true;
  }
}

const badDay = (earliest: string, latest: string) => `Choose a day from ${longDate(earliest)} to ${longDate(latest)}.`;

/** As the member changes it on the plan page. */
@SupportAction('change-plan')
export class ChangePlan extends SubscriptionAction<SupportActionBody<'change-plan'>> {
  readonly shows = ['plan', 'life', 'trialEnd', 'email'] as const;

  constructor(private readonly prices: ProvisionPrices) {
    super();
  }

  whileRunning(): true {
    return true;
  }

  async run(id: number, { plan }: SupportActionBody<'change-plan'>, press: Press): Promise<SupportActionAnswer> {
    const done = await this.change(
      id,
      press,
      (now) => now.plan === plan,
      (stripeId) => this.prices.sell(plan, (price) => this.gateway.changePrice(stripeId, price)),
    );
    return answerOf(done, 'The plan is changed.', 'The member has this plan already.');
  }
}

@SupportAction('retry-invoice')
export class RetryInvoice extends SubscriptionAction {
  readonly shows = ['owed', 'card', 'email'] as const;

  constructor(private readonly chargeOpenInvoices: ChargeOpenInvoices) {
    super();
  }

  override availableWhen(target: ActionTarget): true | string {
    return target.trial.erasureRequestedAt ? ADMIN_ERRORS.erasureWaits : super.availableWhen(target);
  }

  whileRunning({ state }: RunningSubscription): true | string {
    return hasTag(subscriptionLife, state, 'owing') || ADMIN_ERRORS.nothingUnpaid;
  }

  async run(id: number, _: object, press: Press): Promise<SupportActionAnswer> {
    try {
      const now = await this.callProvider.execute(id, () => this.syncSubscription.refresh(id));
      if (now && hasTag(subscriptionLife, now.state, 'owing')) await press.requireUnchanged();
      return answerOf(await this.chargeOpenInvoices.execute(id), 'The invoice is paid.', ADMIN_ERRORS.nothingUnpaid);
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'declined')) throw error;
      throw new AppError('declined', `The card was declined. ${explainDecline(String(error.flags['declineCode']))}`);
    }
  }
}

@SupportAction('cancel-subscription')
export class CancelSubscription extends SubscriptionAction {
  readonly shows = ['cancellation', 'life', 'trialEnd', 'email'] as const;

  whileRunning({ cancelAt }: RunningSubscription): true | string {
    return cancelAt === null || 'The subscription is canceled already.';
  }

  async run(id: number, _: object, press: Press): Promise<SupportActionAnswer> {
    const done = await this.change(
      id,
      press,
      ({ cancelAt }) => cancelAt !== null,
      (stripeId) => this.gateway.cancelAtEnd(stripeId, true),
    );
    return answerOf(done, 'The subscription is canceled.', 'The subscription was canceled already.');
  }
}

@SupportAction('keep-subscription')
export class KeepSubscription extends SubscriptionAction {
  readonly shows = ['cancellation', 'email'] as const;

  whileRunning({ cancelAt }: RunningSubscription): true | string {
    return cancelAt !== null || 'The subscription is not canceled.';
  }

  async run(id: number, _: object, press: Press): Promise<SupportActionAnswer> {
    const done = await this.change(
      id,
      press,
      ({ cancelAt }) => cancelAt === null,
      (stripeId) => this.gateway.cancelAtEnd(stripeId, false),
    );
    return answerOf(done, 'The cancellation is undone.', 'The subscription was not canceled.');
  }
}
