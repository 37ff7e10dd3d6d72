import { cardEnding, dollars, fullName, MAIL_SUBJECTS } from '@lampstand/contracts';
import { type InspectedPayment, isPaid, REFUND_REASONS, refundableOf } from '@lampstand/contracts/back-office';
import { type Day, type DialogOf, toPerson, type Typed } from './action-dialog.ts';

/** The payment that was chosen, or else the newest of which something is left. */
const paymentOf = ({ trial, input }: Typed): InspectedPayment | undefined => {
  const paid = (trial.subscription?.payments ?? []).filter(isPaid);
  return paid.find(({ id }) => id === input['payment']) ?? paid.find((each) => refundableOf(each) > 0) ?? paid[0];
};
const invoiceOf = (payment: InspectedPayment) => `invoice ${payment.number ?? 'without a number'}`;

/** In dollars. */
const restOf = (typed: Typed): number => {
  const payment = paymentOf(typed);
  return payment ? refundableOf(payment) / 100 : 0;
};

/** "Invoice ABC-0002: $39.99 were paid on November 28, 2026, and $5.00 refunded." */
function paidText(payment: InspectedPayment | undefined, day: Day): string {
  if (!payment) return 'No invoice is paid.';
  const { paidInCents, refundedInCents, paidAt } = payment;
  const refunded = refundedInCents ? `, and ${dollars(refundedInCents)} refunded` : '';
  const paid = `${dollars(paidInCents)} paid${paidAt ? ` on ${day(paidAt)}` : ''}${refunded}.`;
  return `${invoiceOf(payment).replace(/^i/, 'I')}: ${paid}`;
}

/** The dialogs of the support actions on one payment. */
export const PAYMENT_DIALOGS: { [Name in 'refund' | 'email-receipt']: DialogOf<Name> } = {
  refund: {
    label: 'Refund a payment',
    about: 'In whole or in part, to the card that paid.',
    happens: (trial, day, input) => {
      const payment = paymentOf({ trial, input });
      const to = payment?.card ? `the ${cardEnding(payment.card)}` : 'the card that paid';
      return `${paidText(payment, day)} The money goes back to ${to}; banks need 5 to 10 business days. It cannot be taken back. The subscription goes on: to end it, cancel it, too.`;
    },
    confirm: 'Refund',
    pending: 'Refunding…',
    destructive: true,
    input: {
      payment: { hidden: (typed) => paymentOf(typed)?.id },
      amount: {
        label: 'Amount in dollars',
        kind: 'amount',
        initial: (typed) => restOf(typed).toFixed(2),
        hint: (typed) => `At most ${restOf(typed).toFixed(2)}.`,
      },
      reason: {
        label: 'Reason',
        choices: () => Object.entries(REFUND_REASONS).map(([value, label]) => ({ value, label })),
      },
      note: {
        label: 'Note for the team (optional)',
        kind: 'text',
        optional: true,
        hint: 'It becomes a note in the timeline.',
      },
    },
    mails: (given) => {
      const amount = Number(given.input['amount'] ?? restOf(given));
      const number = paymentOf(given)?.number ?? null;
      return toPerson(() => MAIL_SUBJECTS.refund(dollars(Math.round((amount || 0) * 100)), number))(given);
    },
  },
  'email-receipt': {
    label: 'Email a receipt to another person',
    about: 'To the treasurer, for example. It does not open the plan.',
    happens: (trial, day, input) =>
      `${paidText(paymentOf({ trial, input }), day)} The email says that ${fullName(trial.person)} asked for it. It has no link to the plan.`,
    confirm: 'Send the receipt',
    pending: 'Sending…',
    input: {
      payment: { hidden: (typed) => paymentOf(typed)?.id },
      email: { label: 'Email of the recipient', kind: 'email' },
    },
    mails: (given) => [
      {
        subject: MAIL_SUBJECTS.receipt(paymentOf(given)?.number ?? null),
        to: given.input['email'] || 'the address you enter',
      },
    ],
  },
};
