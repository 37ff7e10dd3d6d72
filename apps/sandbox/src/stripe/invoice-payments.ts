/** How an invoice is paid: its payment intent, and the invoice payment that names it. */
import { newId, type Resource } from '../store.ts';
import type { StripeAccount } from './account.ts';
import { type Call, type CallInput, missing, onlyModelled } from './call.ts';
import { createCharge } from './charges.ts';
import { matchesFilter, paginate } from './responses.ts';
import type { Refusal } from './test-cards.ts';

export const invoicePaymentCalls: Call[] = [
  {
    method: 'GET',
    path: '/v1/invoice_payments',
    params: 'InvoicePaymentListParams',
    list: 'InvoicePayment',
    run: list,
  },
];

function list(account: StripeAccount, { params }: CallInput) {
  onlyModelled('invoicePayments.list', params, ['invoice', 'status', 'limit', 'starting_after', 'ending_before']);
  const invoice = params['invoice'] as string;
  if (!account.store.find('invoices', invoice)) throw missing('invoice', invoice);
  const payment = paymentOf(account, invoice);
  return paginate('/v1/invoice_payments', payment ? [payment] : [], params, ({ status }) =>
    matchesFilter(params['status'], status),
  );
}

/** Records that `card` paid the invoice. */
export function recordPayment(account: StripeAccount, invoice: Resource, card: string): void {
  const payment = requirePayment(account, invoice);
  const amount = invoice['amount_due'] as number;
  const paid_at = account.clock.seconds();
  store(account, {
    ...payment,
    status: 'paid',
    amount_paid: amount,
    status_transitions: { canceled_at: null, paid_at },
  });
  const charge = createCharge(account, intentOf(account, payment), account.store.find('paymentMethods', card)!);
  changeIntent(account, payment, {
    status: 'succeeded',
    amount_received: amount,
    payment_method: card,
    last_payment_error: null,
    latest_charge: charge.id,
  });
}

/** Records an attempt that failed: the card was refused, or there was none. */
export function recordFailedAttempt(
  account: StripeAccount,
  invoice: Resource,
  card: string | undefined,
  refusal: Refusal,
): void {
  const payment = requirePayment(account, invoice);
  const payment_method = card ? account.store.find('paymentMethods', card) : undefined;
  const charge = payment_method && createCharge(account, intentOf(account, payment), payment_method, refusal);
  changeIntent(account, payment, {
    status: 'requires_payment_method',
    payment_method: null,
    last_payment_error: charge ? { type: 'card_error', charge: charge.id, ...refusal, payment_method } : null,
    latest_charge: charge?.id ?? null,
  });
}

/** The payments are stored under the ids of their invoices. */
const paymentOf = (account: StripeAccount, invoice: string): Resource | undefined =>
  account.store.find('invoicePayments', invoice)?.['payment'];

/** The newest charge of an invoice. */
export function chargeOf(account: StripeAccount, invoice: string): Resource | undefined {
  const payment = paymentOf(account, invoice);
  return payment && account.store.find('charges', intentOf(account, payment)['latest_charge'] ?? '');
}

const store = (account: StripeAccount, payment: Resource): void =>
  account.store.put('invoicePayments', { id: payment['invoice'], payment });

const intentOf = (account: StripeAccount, payment: Resource): Resource =>
  account.store.find('paymentIntents', payment['payment'].payment_intent)!;

function changeIntent(account: StripeAccount, payment: Resource, changes: object): void {
  account.store.put('paymentIntents', structuredClone({ ...intentOf(account, payment), ...changes }));
}

function requirePayment(account: StripeAccount, invoice: Resource): Resource {
  const known = paymentOf(account, invoice.id);
  if (known) return known;
  const intent = newPaymentIntent(account, invoice);
  account.store.put('paymentIntents', intent);
  const payment = {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice['amount_due'],
    created: account.clock.seconds(),
    currency: invoice['currency'],
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  };
  store(account, payment);
  return payment;
}

const NULL_FIELDS =
  `allowed_payment_method_types application application_fee_amount automatic_payment_methods canceled_at
  cancellation_reason customer_account excluded_payment_method_types last_payment_error latest_charge managed_payments next_action
  on_behalf_of payment_method payment_method_configuration_details payment_record processing receipt_email review shipping source
  statement_descriptor statement_descriptor_suffix transfer_group`.split(/\s+/);

function newPaymentIntent(account: StripeAccount, invoice: Resource): Resource {
  const id = newId('pi');
  return {
    ...Object.fromEntries(NULL_FIELDS.map((name) => [name, null])),
    id,
    object: 'payment_intent',
    amount: invoice['amount_due'],
    amount_capturable: 0,
    amount_received: 0,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${newId('s', 25).slice(2)}`,
    confirmation_method: 'automatic',
    created: account.clock.seconds(),
    currency: invoice['currency'],
    customer: invoice['customer'],
    description: 'Subscription update',
    livemode: false,
    metadata: {},
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    setup_future_usage: 'off_session',
    status: 'requires_confirmation',
  };
}
