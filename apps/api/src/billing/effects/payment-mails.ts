import { randomUUID } from 'node:crypto';
import { cardEnding, dollars, dunningStage, MAIL_SUBJECTS, planOf, refusalReason } from '@lampstand/contracts';
import { isPaid } from '@lampstand/contracts/back-office';
import { hasTag, subscriptionLife } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { createElement, type ReactElement } from 'react';
import { type EntityManager, Repository } from 'typeorm';
import { Settings } from '../../platform/config/index.ts';
import { OnJob } from '../../platform/jobs/decorators.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { BULK_MAIL, rendered, TransactionalMailer } from '../../platform/mail/index.ts';
import { Payment, type Subscription } from '../billing.entities.ts';
import {
  InvoiceCopyMail,
  InvoiceMail,
  type InvoiceMailProps,
  PaymentFailedMail,
  ReceiptCopyMail,
  ReceiptMail,
  RefundCopyMail,
  RefundMail,
} from './invoice-mails.tsx';
import { SubscriptionMails } from './subscription-mails.ts';

/** Mails about invoices: issued, paid, failed, refunded. */
@Injectable()
export class PaymentMails {
  constructor(
    @InjectRepository(Payment) private readonly payments: Repository<Payment>,
    private readonly mails: SubscriptionMails,
    private readonly mailer: TransactionalMailer,
    private readonly settings: Settings,
  ) {}

  /** Not sent once the invoice is paid: the receipt says the same. */
  @OnJob('sendInvoice', BULK_MAIL)
  async sendInvoice(job: Job): Promise<void> {
    const payment = await this.find(job);
    if (payment?.status !== 'open') return;
    const subject = `Your invoice ${payment.number ?? ''}`.trim();
    const subscription = await this.send(payment, 'invoice', subject, (facts) => createElement(InvoiceMail, facts));
    const card = subscription?.card ? cardEnding(subscription.card) : null;
    if (subscription)
      await this.mails.sendToTreasurer(subscription, 'treasurer-invoice', [payment.id], subject, (about) =>
        createElement(InvoiceCopyMail, { ...about, ...this.copyOf(payment), card }),
      );
  }

  @OnJob('sendReceipt', BULK_MAIL)
  async sendReceipt(job: Job): Promise<void> {
    const payment = await this.find(job);
    if (!payment?.paidAt) return;
    const subject = MAIL_SUBJECTS.receipt(payment.number);
    const paidOn = this.mails.day(payment.paidAt);
    const subscription = await this.send(payment, 'receipt', subject, (facts) =>
      createElement(ReceiptMail, { ...facts, paidOn, card: payment.card && cardEnding(payment.card) }),
    );
    if (subscription)
      await this.mails.sendToTreasurer(subscription, 'treasurer-receipt', [payment.id], subject, (about) =>
        createElement(ReceiptCopyMail, { ...about, ...this.copyOf(payment), paidOn, refunded: null }),
      );
  }

  /** The receipt of a paid invoice for someone else. `store` returns the key for the job `sendReceiptCopy`. */
  async receiptCopy(
    subscriptionId: number,
    id: string,
    { to, askedBy, church }: { to: string; askedBy: string; church: string },
  ) {
    const payment = await this.payments.findOneBy({ id, subscriptionId });
    if (!payment?.paidAt || !isPaid(payment)) return undefined;
    const facts = this.copyOf(payment);
    const paidOn = this.mails.day(payment.paidAt);
    const refunded = payment.refundedInCents ? dollars(payment.refundedInCents) : null;
    const about = { ...facts, paidOn, refunded, askedBy, church, site: this.settings };
    const { html } = await rendered(createElement(ReceiptCopyMail, about));
    const mail = { to, subject: MAIL_SUBJECTS.receipt(payment.number), body: html };
    return {
      number: facts.number,
      store: (tx: EntityManager) => this.mailer.store(tx, 'receipt-copy', [id, randomUUID()], subscriptionId, mail),
    };
  }

  @OnJob('sendReceiptCopy')
  async sendReceiptCopy({ key }: Job): Promise<void> {
    await this.mailer.sendStored(key);
  }

  /** One for each refused try. Not sent once the invoice is paid, or the subscription has ended: the mail of the end says it. */
  @OnJob('sendPaymentFailed', BULK_MAIL)
  async sendPaymentFailed({ key }: Job): Promise<void> {
    const [id = '', tries] = key.split(':');
    const payment = await this.payments.findOneBy({ id });
    if (payment?.status !== 'open' || payment.attempts !== Number(tries)) return;
    const subscription = await this.mails.find(payment.subscriptionId);
    if (!subscription) return;
    const stage = dunningStage(payment, hasTag(subscriptionLife, subscription.state, 'ended'));
    if (stage === 'clear' || stage === 'ended') return;
    const nextTry = payment.nextAttemptAt && this.mails.day(payment.nextAttemptAt);
    const reason = refusalReason(payment.declinedWith);
    const subject = FAILED_SUBJECT[stage](nextTry);
    await this.mails.send(subscription, 'payment-failed', [id, tries!], subject, (about) =>
      createElement(PaymentFailedMail, { ...about, ...this.factsOf(payment, about), stage, nextTry, reason }),
    );
  }

  /** One for each refund. Not sent once the bank has sent the money back. */
  @OnJob('sendRefund', BULK_MAIL)
  async sendRefund({ key }: Job): Promise<void> {
    const [id = '', before, total] = key.split(':');
    const payment = await this.payments.findOneBy({ id });
    const subscription = payment && (await this.mails.find(payment.subscriptionId));
    if (!subscription || payment.refundedInCents < Number(total)) return;
    const amount = dollars(Number(total) - Number(before));
    const subject = MAIL_SUBJECTS.refund(amount, payment.number);
    const to = payment.card ? `your ${cardEnding(payment.card)}` : 'the card that paid it';
    await this.mails.send(subscription, 'refund', [id, total!], subject, (about) =>
      createElement(RefundMail, { ...about, ...this.factsOf(payment, about), amount, to }),
    );
    const card = to.replace(/^your /, 'the ');
    await this.mails.sendToTreasurer(subscription, 'treasurer-refund', [id, total!], subject, (about) =>
      createElement(RefundCopyMail, { ...about, ...this.copyOf(payment), amount, to: card }),
    );
  }

  private find({ key }: Job): Promise<Payment | null> {
    return this.payments.findOneBy({ id: key });
  }

  private async send(
    payment: Payment,
    kind: 'invoice' | 'receipt',
    subject: string,
    body: (facts: InvoiceMailProps & { church: string }) => ReactElement,
  ): Promise<Subscription | null> {
    const subscription = await this.mails.find(payment.subscriptionId);
    if (!subscription) return null;
    await this.mails.send(subscription, kind, [payment.id], subject, (about) =>
      body({ ...about, ...this.factsOf(payment, about) }),
    );
    return subscription;
  }

  /** For someone else: with the card that paid, and no link to the plan. */
  private copyOf(payment: Payment) {
    const card = payment.card && cardEnding(payment.card);
    return { ...this.factsOf(payment, { planLink: '' }), card, invoiceLink: payment.hostedUrl };
  }

  private factsOf(payment: Payment, { planLink }: { planLink: string }) {
    const { id, number, plan, status, paidInCents, amountInCents, lines, periodFrom, periodTo, hostedUrl } = payment;
    return {
      number: number ?? id,
      plan: planOf(plan).name,
      price: dollars(status === 'paid' ? paidInCents : amountInCents),
      lines:
        lines.length > 1
          ? lines.map(({ text, amountInCents: amount }): [string, string] => [text, dollars(amount)])
          : [],
      period: `${this.mails.day(periodFrom)} to ${this.mails.day(periodTo)}`,
      invoiceLink: hostedUrl ?? planLink,
    };
  }
}

/** The last one names the day on which the account closes. */
const FAILED_SUBJECT: Record<'failed' | 'lastNotice', (nextTry: string | null) => string> = {
  failed: () => 'Your payment did not go through',
  lastNotice: (nextTry) => `Your account closes on ${nextTry} without a card that works`,
};
