import { dollars, MAIL_SUBJECTS, planOf } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { createElement, type ReactElement } from 'react';
import { Repository } from 'typeorm';
import { OnJob } from '../../platform/jobs/decorators.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { BULK_MAIL } from '../../platform/mail/index.ts';
import { Payment } from '../billing.entities.ts';
import { InvoiceMail, type InvoiceMailProps, PaymentFailedMail, ReceiptMail } from './mail-templates.tsx';
import { SubscriptionMails } from './subscription-mails.ts';

/** Mails about invoices: issued, paid, failed. At most one of each per invoice. */
@Injectable()
export class PaymentMails {
  constructor(
    @InjectRepository(Payment) private readonly payments: Repository<Payment>,
    private readonly mails: SubscriptionMails,
  ) {}

  /** Not sent once the invoice is paid: the receipt says the same. */
  @OnJob('sendInvoice', BULK_MAIL)
  async sendInvoice(job: Job): Promise<void> {
    const payment = await this.find(job);
    if (payment?.status !== 'open') return;
    const subject = `Your invoice ${payment.number ?? ''}`.trim();
    await this.send(payment, 'invoice', subject, (facts) => createElement(InvoiceMail, facts));
  }

  @OnJob('sendReceipt', BULK_MAIL)
  async sendReceipt(job: Job): Promise<void> {
    const payment = await this.find(job);
    if (!payment?.paidAt) return;
    const subject = MAIL_SUBJECTS.receipt(payment.number);
    const paidOn = this.mails.day(payment.paidAt);
    await this.send(payment, 'receipt', subject, (facts) => createElement(ReceiptMail, { ...facts, paidOn }));
  }

  /** Not sent once the invoice is paid. */
  @OnJob('sendPaymentFailed', BULK_MAIL)
  async sendPaymentFailed(job: Job): Promise<void> {
    const payment = await this.find(job);
    if (payment?.status !== 'open') return;
    const nextTry = payment.nextAttemptAt && this.mails.day(payment.nextAttemptAt);
    await this.send(payment, 'payment-failed', 'Your payment did not go through', (facts) =>
      createElement(PaymentFailedMail, { ...facts, nextTry }),
    );
  }

  private find({ key }: Job): Promise<Payment | null> {
    return this.payments.findOneBy({ id: key });
  }

  private async send(
    payment: Payment,
    kind: 'invoice' | 'receipt' | 'payment-failed',
    subject: string,
    body: (facts: InvoiceMailProps) => ReactElement,
  ): Promise<void> {
    const subscription = await this.mails.find(payment.subscriptionId);
    if (!subscription) return;
    const { id, number, plan, status, paidInCents, amountInCents, lines, periodFrom, periodTo, hostedUrl } = payment;
    await this.mails.send(subscription, kind, [id], subject, (about) =>
      body({
        ...about,
        number: number ?? id,
        plan: planOf(plan).name,
        price: dollars(status === 'paid' ? paidInCents : amountInCents),
        lines: lines.length > 1 ? lines.map(({ text, amountInCents: amount }) => [text, dollars(amount)]) : [],
        period: `${this.mails.day(periodFrom)} to ${this.mails.day(periodTo)}`,
        invoiceLink: hostedUrl ?? about.planLink,
      }),
    );
  }
}
