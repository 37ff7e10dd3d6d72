import { ERRORS } from '@lampstand/contracts';
import { ADMIN_ERRORS } from '@lampstand/contracts/back-office';
import { hasTag, subscriptionLife } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, MoreThan, Repository } from 'typeorm';
import { Accounts } from '../../accounts/index.ts';
import { AppError } from '../../platform/errors.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import { Workflow } from '../../workflow/index.ts';
import { Payment } from '../billing.entities.ts';
import { CardDeclined, PaymentFailed, PaymentGateway } from '../payment-gateway.ts';
import { subscriptionFlow } from '../subscription-flow.ts';
import { CallProvider } from './call-provider.ts';
import { SyncSubscription } from './sync-subscription.ts';

const NOTE = 'invoice retried';

/**
 * Charges the open invoices of a subscription to its card. Calls at the same time are one attempt at the provider; after
 * its outcome is journaled, the next call is a new attempt.
 */
@Injectable()
export class ChargeOpenInvoices {
  constructor(
    @InjectRepository(Payment) private readonly payments: Repository<Payment>,
    private readonly accounts: Accounts,
    private readonly workflow: Workflow,
    private readonly gateway: PaymentGateway,
    private readonly callProvider: CallProvider,
    private readonly syncSubscription: SyncSubscription,
    private readonly limiter: Limiter,
  ) {}

  /** False when no invoice is open. Throws a 402 with the provider's code when the card is declined. */
  async execute(id: number): Promise<boolean> {
    const open = await this.callProvider.execute(id, () => this.openInvoices(id));
    if (!open.length) return false;
    await this.limiter.consume('invoiceRetriesPerSubscription', String(id));
    for (const invoice of open) await this.callProvider.execute(id, () => this.pay(id, invoice.id));
    return true;
  }

  /** Synced first: the member may have paid since, or an earlier call lost its answer. Oldest first. */
  private async openInvoices(id: number): Promise<Payment[]> {
    if ((await this.accounts.holderOf(id))?.erasureRequested) throw new AppError('conflict', ADMIN_ERRORS.erasureWaits);
    const subscription = await this.syncSubscription.refresh(id);
    if (!subscription) throw new AppError('conflict', ADMIN_ERRORS.noSubscription);
    if (hasTag(subscriptionLife, subscription.state, 'ended'))
      throw new AppError('conflict', ADMIN_ERRORS.subscriptionEnded);
    return this.payments.find({
      where: { subscriptionId: id, status: 'open', amountInCents: MoreThan(0) },
      order: { createdAt: 'ASC' },
    });
  }

  private async pay(id: number, invoice: string): Promise<void> {
    const { attempts: attempt, isPaid } = await attemptsAt(this.payments.manager, id, invoice);
    // By a call at the same time, whose reading of the invoice is not stored yet.
    if (isPaid) return;
    const failure = await this.gateway.payInvoice(invoice, String(attempt)).then(
      () => undefined,
      (error: Error) => error,
    );
    if (failure && !(failure instanceof CardDeclined || failure instanceof PaymentFailed)) throw failure;
    await this.note(id, invoice, attempt, failure?.message);
    await this.syncSubscription.execute(id);
    if (failure instanceof CardDeclined)
      throw new AppError('declined', ERRORS.cardUnusable, { declineCode: failure.message });
    if (failure) throw failure;
  }

  /** One note per attempt, also of calls at the same time. */
  private async note(id: number, invoice: string, attempt: number, code?: string): Promise<void> {
    await this.workflow.withLock(subscriptionFlow, id, async (change) => {
      const { attempts } = await attemptsAt(change.tx, id, invoice);
      if (attempts === attempt) await change.note(NOTE, { invoice, code });
    });
  }
}

async function attemptsAt(tx: EntityManager, id: number, invoice: string) {
  const [row] = await tx.query<[{ attempts: number; isPaid: boolean }]>(
    `SELECT count(*)::int AS attempts, coalesce(bool_or(detail->>'code' IS NULL), false) AS "isPaid" FROM workflow_journal
      WHERE flow = $1 AND subject_id = $2 AND note = $3 AND detail->>'invoice' = $4`,
    [subscriptionFlow.chart.id, id, NOTE, invoice],
  );
  return row;
}
