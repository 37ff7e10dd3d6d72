import { dollars, ERRORS, isTakenBack } from '@lampstand/contracts';
import { ADMIN_ERRORS, refundableOf, type RefundReason } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppError } from '../../platform/errors.ts';
import { minutesAfter } from '../../platform/clock/instants.ts';
import { Workflow } from '../../workflow/index.ts';
import { Payment } from '../billing.entities.ts';
import { PaymentFailed, PaymentGateway, PaymentRefused } from '../payment-gateway.ts';
import { type SubscriptionChange, subscriptionFlow } from '../subscription-flow.ts';
import { CallProvider } from './call-provider.ts';
import { SyncSubscription } from './sync-subscription.ts';

export interface WantedRefund {
  /** The provider's id of the invoice. */
  payment: string;
  amountInCents: number;
  reason: RefundReason;
}

const [ASKED, NOT_MADE] = ['refund asked', 'refund not made'];
/** Whether the provider has made it is not known: the next try repeats it under the same key. */
const NO_ANSWER = 'no answer';

/**
 * Refunds a payment, in whole or in part. It is journaled before the provider is asked, so a second press within a minute is no
 * second refund; what was refunded is stored by the sync.
 */
@Injectable()
export class RefundPayment {
  constructor(
    private readonly workflow: Workflow,
    private readonly gateway: PaymentGateway,
    private readonly callProvider: CallProvider,
    private readonly syncSubscription: SyncSubscription,
  ) {}

  /** The number of the invoice; undefined when the same refund was asked for a moment before. */
  execute(
    id: number,
    wanted: WantedRefund,
    requireUnchanged: (tx: EntityManager) => Promise<void>,
  ): Promise<string | undefined> {
    return this.callProvider.execute(id, async () => {
      // A refund may have been made at the provider, or an earlier call has lost its answer.
      if (!(await this.syncSubscription.refresh(id))) throw new AppError('conflict', ADMIN_ERRORS.noSubscription);
      const asked = await this.workflow.withLock(subscriptionFlow, id, async (change) => {
        const payment = await change.tx.findOneBy(Payment, { id: wanted.payment, subscriptionId: id });
        const earlier = await earlierTries(change, wanted);
        if (payment && earlier.some((each) => isJustMade(each, wanted, payment, change.at))) return undefined;
        await requireUnchanged(change.tx);
        const detail = detailOf(requireLeft(payment, wanted), wanted);
        await change.note(ASKED, detail);
        return { detail, tries: earlier.filter(({ code }) => code !== null && code !== NO_ANSWER).length };
      });
      if (!asked) return undefined;
      await this.refund(id, wanted, asked);
      await this.syncSubscription.execute(id);
      return asked.detail.invoice;
    });
  }

  private async refund(id: number, { payment, amountInCents, reason }: WantedRefund, asked: Asked): Promise<void> {
    const { detail, tries } = asked;
    const key = `invoice:${payment}:refund:${detail.refundedInCents}:${amountInCents}:${reason}:${tries}`;
    try {
      await this.gateway.refundInvoice(payment, { amountInCents, reason }, key);
    } catch (error) {
      const isDefinite = error instanceof PaymentRefused || error instanceof PaymentFailed;
      const code = isDefinite ? error.message : NO_ANSWER;
      await this.workflow.withLock(subscriptionFlow, id, (change) => change.note(NOT_MADE, { ...detail, code }));
      throw error instanceof PaymentRefused ? new AppError('conflict', refusalOf(code)) : error;
    }
  }
}

interface Asked {
  detail: ReturnType<typeof detailOf>;
  /** How many tries before failed for certain: the provider repeats their answers under their keys. */
  tries: number;
}

const detailOf = (payment: Payment, { amountInCents, reason }: WantedRefund) => ({
  payment: payment.id,
  invoice: payment.number ?? payment.id,
  amountInCents,
  reason,
  /** What was refunded before. */
  refundedInCents: payment.refundedInCents,
});

interface Try {
  at: Date;
  /** Why it failed; null for one that did not, or is under way. */
  code: string | null;
  amountInCents: number;
  refundedInCents: number;
}

/** The refunds of a payment that were asked for, each with its outcome. */
const earlierTries = ({ tx, entity }: SubscriptionChange, { payment }: WantedRefund): Promise<Try[]> =>
  tx.query(
    `SELECT asked.at, (asked.detail->>'amountInCents')::int AS "amountInCents", (asked.detail->>'refundedInCents')::int AS "refundedInCents",
            (SELECT failed.detail->>'code' FROM workflow_journal failed
              WHERE failed.flow = $1 AND failed.subject_id = $2 AND failed.note = $5 AND failed.request_id = asked.request_id) AS code
       FROM workflow_journal asked WHERE asked.flow = $1 AND asked.subject_id = $2 AND asked.note = $4 AND asked.detail->>'payment' = $3`,
    [subscriptionFlow.chart.id, entity.id, payment, ASKED, NOT_MADE],
  );

/** The same refund within a minute; after a lost answer, if it has been made. */
function isJustMade(
  { at, code, ...earlier }: Try,
  { amountInCents }: WantedRefund,
  payment: Payment,
  now: Date,
): boolean {
  if (earlier.amountInCents !== amountInCents || at < minutesAfter(now, -1)) return false;
  if (code === NO_ANSWER) return payment.refundedInCents >= earlier.refundedInCents + amountInCents;
  return code === null;
}

function requireLeft(payment: Payment | null, { amountInCents }: WantedRefund): Payment {
  if (isTakenBack(payment?.dispute?.state)) throw new AppError('conflict', ADMIN_ERRORS.disputed);
  const left = payment ? refundableOf(payment) : 0;
  if (!payment || left <= 0) throw new AppError('conflict', ADMIN_ERRORS.nothingToRefund);
  if (amountInCents > left)
    throw new AppError('invalid', ERRORS.invalid, { fields: { amount: `At most ${dollars(left)} can be refunded.` } });
  return payment;
}

const refusalOf = (code: string): string =>
  code === 'charge_disputed' ? ADMIN_ERRORS.disputed : `Stripe refused the refund (${code}).`;
