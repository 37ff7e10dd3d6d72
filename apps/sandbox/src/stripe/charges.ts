/** Charges: one for each attempt of a card to pay a payment intent. */
import { newId, type Resource } from '../store.ts';
import type { StripeAccount } from './account.ts';
import { type Call, type CallInput, onlyModelled } from './call.ts';
import { requireCustomer } from './customers.ts';
import { matchesFilter, paginate } from './responses.ts';
import type { Refusal } from './test-cards.ts';

export const chargeCalls: Call[] = [
  { method: 'GET', path: '/v1/charges', params: 'ChargeListParams', list: 'Charge', run: list },
];

function list(account: StripeAccount, { params }: CallInput) {
  onlyModelled('charges.list', params, ['customer', 'payment_intent', 'limit', 'starting_after', 'ending_before']);
  const customer = params['customer'] as string | undefined;
  const source = customer
    ? account.store.ofCustomer('charges', requireCustomer(account, customer).id)
    : account.store.newestFirst('charges');
  return paginate('/v1/charges', source, params, (charge) =>
    matchesFilter(params['payment_intent'], charge['payment_intent']),
  );
}

const NULL_FIELDS =
  `application application_fee application_fee_amount balance_transaction failure_balance_transaction failure_code failure_message
  on_behalf_of receipt_email receipt_number review shipping source source_transfer statement_descriptor
  statement_descriptor_suffix transfer_data transfer_group`.split(/\s+/);

/** Stores the charge of `card` for the whole payment intent. With a `refusal` it has failed. */
export function createCharge(account: StripeAccount, intent: Resource, card: Resource, refusal?: Refusal): Resource {
  const id = newId('ch');
  const paid = !refusal;
  const charge: Resource = {
    ...Object.fromEntries(NULL_FIELDS.map((name) => [name, null])),
    id,
    object: 'charge',
    amount: intent['amount'],
    amount_captured: paid ? intent['amount'] : 0,
    amount_refunded: 0,
    billing_details: card['billing_details'],
    calculated_statement_descriptor: 'SANDBOX',
    captured: paid,
    created: account.clock.seconds(),
    currency: intent['currency'],
    customer: intent['customer'],
    description: intent['description'],
    disputed: false,
    failure_code: refusal?.code ?? null,
    failure_message: refusal?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    outcome: outcomeOf(refusal),
    paid,
    payment_intent: intent.id,
    payment_method: card.id,
    payment_method_details: { type: 'card', card: cardDetails(card['card'], intent['amount']) },
    receipt_url: paid ? `${account.url}/standin/receipts/${id}` : null,
    refunded: false,
    status: paid ? 'succeeded' : 'failed',
  };
  account.store.put('charges', charge);
  return charge;
}

const outcomeOf = (refusal: Refusal | undefined) => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: refusal ? 'declined_by_network' : 'approved_by_network',
  reason: refusal?.decline_code ?? refusal?.code ?? null,
  risk_level: 'normal',
  seller_message: refusal ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
  type: refusal ? 'issuer_declined' : 'authorized',
});

/** The card as it was when it was charged. */
const cardDetails = (card: Resource, amount: number) => ({
  amount_authorized: amount,
  authorization_code: null,
  brand: card['brand'],
  checks: card['checks'],
  country: card['country'],
  electronic_commerce_indicator: null,
  exp_month: card['exp_month'],
  exp_year: card['exp_year'],
  fingerprint: card['fingerprint'],
  funding: card['funding'],
  installments: null,
  last4: card['last4'],
  mandate: null,
  network: card['brand'],
  network_transaction_id: null,
  regulated_status: card['regulated_status'],
  three_d_secure: null,
  transaction_link_id: null,
  wallet: null,
});
