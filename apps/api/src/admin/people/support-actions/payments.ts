import { dollars, fullName, isTakenBack } from '@lampstand/contracts';
import {
  ADMIN_ERRORS,
  type InspectedPayment,
  isPaid,
  refundableOf,
  type SupportActionAnswer,
} from '@lampstand/contracts/back-office';
import { AppError } from '../../../platform/errors.ts';
import { Jobs } from '../../../platform/jobs/jobs.ts';
import { Limiter } from '../../../platform/limits/limiter.ts';
import { addressKey } from '../../../platform/mail/index.ts';
import { PaymentMails, RefundPayment, subscriptionFlow } from '../../../billing/index.ts';
import { trialFlow, TrialSignups } from '../../../trials/index.ts';
import { Workflow } from '../../../workflow/index.ts';
import { WriteStaffNote } from '../timeline.ts';
import {
  answerOf,
  type Press,
  SupportAction,
  type SupportActionBody,
  SupportActionController,
} from './support-action.controller.ts';
import type { ActionTarget } from './support-actions.ts';

/** Also after the end of the subscription. */
const withPayment = (
  { subscription }: ActionTarget,
  isMeant: (payment: InspectedPayment) => boolean,
  none: string,
): true | string => (subscription ? subscription.payments.some(isMeant) || none : ADMIN_ERRORS.noSubscription);

/** Why there is nothing to refund. */
function whyNothing({ subscription }: ActionTarget): string {
  const states = subscription?.payments.map(({ dispute }) => dispute?.state) ?? [];
  if (states.some((state) => state !== 'lost' && isTakenBack(state))) return ADMIN_ERRORS.disputed;
  return states.includes('lost') ? ADMIN_ERRORS.disputeLost : ADMIN_ERRORS.nothingToRefund;
}

/** Gives back a payment, in whole or in part. The subscription goes on. */
@SupportAction('refund', 'refund')
export class Refund extends SupportActionController<SupportActionBody<'refund'>> {
  readonly shows = ['refundable', 'email'] as const;

  constructor(
    private readonly refundPayment: RefundPayment,
    private readonly writeStaffNote: WriteStaffNote,
  ) {
    super();
  }

  availableWhen(target: ActionTarget): true | string {
    return withPayment(target, (each) => refundableOf(each) > 0, whyNothing(target));
  }

  protected override audited({ payment, amount, reason }: SupportActionBody<'refund'>) {
    return { payment, amount, reason };
  }

  async run(
    id: number,
    { payment, amount, reason, note }: SupportActionBody<'refund'>,
    { staff, requireUnchanged }: Press,
  ): Promise<SupportActionAnswer> {
    const amountInCents = Math.round(Number(amount) * 100);
    const invoice = await this.refundPayment.execute(id, { payment, amountInCents, reason }, requireUnchanged);
    if (invoice && note) {
      const text = `Refund of ${dollars(amountInCents)} of invoice ${invoice}: ${note}`;
      const about = { flow: trialFlow.chart.id, subjectId: id, subject: `trial:${id}` };
      await this.writeStaffNote.execute({ ...about, text, staff });
    }
    return answerOf(
      invoice !== undefined,
      `${dollars(amountInCents)} are refunded.`,
      'The same refund was asked for less than a minute ago.',
    );
  }
}

const NOTE = 'receipt copy requested';

/** The receipt of a payment, for someone else: the treasurer, for example. It opens no plan. */
@SupportAction('email-receipt')
export class EmailReceipt extends SupportActionController<SupportActionBody<'email-receipt'>> {
  readonly shows = ['name'] as const;

  constructor(
    private readonly workflow: Workflow,
    private readonly trials: TrialSignups,
    private readonly paymentMails: PaymentMails,
    private readonly jobs: Jobs,
    private readonly limiter: Limiter,
  ) {
    super();
  }

  availableWhen(target: ActionTarget): true | string {
    return withPayment(target, isPaid, ADMIN_ERRORS.nothingPaid);
  }

  protected override audited({ payment }: SupportActionBody<'email-receipt'>) {
    return { payment };
  }

  async run(
    id: number,
    { payment, email }: SupportActionBody<'email-receipt'>,
    { requireUnchanged }: Press,
  ): Promise<SupportActionAnswer> {
    const trial = await this.trials.find(id);
    const copy =
      trial &&
      (await this.paymentMails.receiptCopy(id, payment, {
        to: email,
        askedBy: fullName(trial),
        church: trial.churchName,
      }));
    const done = await this.workflow.withLock(subscriptionFlow, id, async (change) => {
      if (await change.wasJustRecorded(NOTE)) return false;
      await requireUnchanged(change.tx);
      if (!copy) throw new AppError('conflict', ADMIN_ERRORS.nothingPaid);
      await this.limiter.consume('supportMailsPerEmail', addressKey(email));
      await this.jobs.enqueue(change.tx, 'sendReceiptCopy', await copy.store(change.tx));
      await change.note(NOTE, { invoice: copy.number });
      return true;
    });
    if (done === undefined) throw new AppError('conflict', ADMIN_ERRORS.noSubscription);
    return answerOf(done, 'The receipt is on its way.', 'A receipt was sent to another person less than a minute ago.');
  }
}
