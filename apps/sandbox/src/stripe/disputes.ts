/** Disputes: the bank takes a payment back until evidence wins it, or for good. Only a test card makes one. */
import { newId, type Resource } from '../store.ts';
import type { StripeAccount } from './account.ts';
import { type Call, type CallInput, invalid, mergedMetadata, missing, onlyModelled } from './call.ts';
import { behaviourOf } from './payment-methods.ts';
import { inRange, matchesFilter, paginate } from './responses.ts';

export const disputeCalls: Call[] = [
  { method: 'GET', path: '/v1/disputes', params: 'DisputeListParams', list: 'Dispute', run: list },
  {
    method: 'GET',
    path: '/v1/disputes/:id',
    params: 'DisputeRetrieveParams',
    response: 'Dispute',
    run: (account, { id }) => retrieve(account, id),
  },
  { method: 'POST', path: '/v1/disputes/:id', params: 'DisputeUpdateParams', response: 'Dispute', run: update },
  { method: 'POST', path: '/v1/disputes/:id/close', params: 'DisputeCloseParams', response: 'Dispute', run: close },
];

function list(account: StripeAccount, { params }: CallInput) {
  onlyModelled('disputes.list', params, [
    'charge',
    'payment_intent',
    'created',
    'limit',
    'starting_after',
    'ending_before',
  ]);
  return paginate('/v1/disputes', account.store.newestFirst('disputes'), params, (dispute) => {
    const ofIntent = matchesFilter(params['payment_intent'], dispute['payment_intent']);
    return (
      ofIntent && matchesFilter(params['charge'], dispute['charge']) && inRange(dispute['created'], params['created'])
    );
  });
}

function retrieve(account: StripeAccount, id: string): Resource {
  const dispute = account.store.find('disputes', id);
  if (!dispute) throw missing('dispute', id);
  return dispute;
}

/** Stripe decides a test dispute by these texts. */
const OUTCOMES: Record<string, 'won' | 'lost'> = { winning_evidence: 'won', losing_evidence: 'lost' };

function update(account: StripeAccount, { id, params }: CallInput): Resource {
  onlyModelled('disputes.update', params, ['evidence', 'submit']);
  const dispute = requireOpen(retrieve(account, id));
  const { metadata, evidence, evidence_details, status } = structuredClone(dispute);
  dispute['metadata'] = mergedMetadata(metadata, params['metadata']);
  if (params['evidence']) {
    dispute['evidence'] = { ...evidence, ...(params['evidence'] as object) };
    dispute['evidence_details'].has_evidence = true;
  }
  const isSubmitted = params['submit'] !== false && dispute['evidence_details'].has_evidence;
  if (isSubmitted) {
    Object.assign(dispute['evidence_details'], { submission_count: 1, submission_method: 'manual' });
    dispute['status'] = 'under_review';
  }
  account.store.put('disputes', dispute);
  account.emit('charge.dispute.updated', dispute, { evidence, evidence_details, metadata, status });
  const outcome = isSubmitted && OUTCOMES[dispute['evidence'].uncategorized_text];
  if (outcome) decide(account, dispute, outcome);
  return dispute;
}

/** Accepts the dispute. */
function close(account: StripeAccount, { id, params }: CallInput): Resource {
  onlyModelled('disputes.close', params, []);
  return decide(account, requireOpen(retrieve(account, id)), 'lost');
}

/** Evidence is submitted once; what is under review, or decided, cannot be changed. */
function requireOpen(dispute: Resource): Resource {
  if (dispute['status'] !== 'needs_response') throw invalid('This dispute is no longer open to a response.');
  return dispute;
}

function decide(account: StripeAccount, dispute: Resource, outcome: 'won' | 'lost'): Resource {
  const { status } = dispute;
  dispute['status'] = outcome;
  account.store.put('disputes', dispute);
  account.emit('charge.dispute.closed', dispute, { status });
  if (outcome === 'won') {
    const { balance_transactions } = structuredClone(dispute);
    dispute['balance_transactions'].push(transactionOf(account, dispute, dispute['amount']));
    account.store.put('disputes', dispute);
    account.emit('charge.dispute.funds_reinstated', dispute, { balance_transactions });
  }
  return dispute;
}

const DAY = 86_400;
const DISPUTED_AFTER_SECONDS = 60;
const DAYS_TO_ANSWER = 8;

/** When the cardholder of the test card disputes a charge, and when it is lost for want of evidence. */
export function dueOfCharge(account: StripeAccount, charge: Resource): { at: number; run: () => void } | undefined {
  if (behaviourOf(account, charge['payment_method']) !== 'disputed') return undefined;
  const dispute = disputeOf(account, charge.id);
  if (!dispute) return { at: charge['created'] + DISPUTED_AFTER_SECONDS, run: () => create(account, charge) };
  if (dispute['status'] !== 'needs_response') return undefined;
  return { at: dispute['evidence_details'].due_by, run: () => void decide(account, dispute, 'lost') };
}

export function disputeOf(account: StripeAccount, charge: string): Resource | undefined {
  for (const dispute of account.store.newestFirst('disputes')) if (dispute['charge'] === charge) return dispute;
  return undefined;
}

const NO_EVIDENCE =
  `access_activity_log billing_address cancellation_policy cancellation_policy_disclosure cancellation_rebuttal customer_communication
  customer_email_address customer_name customer_purchase_ip customer_signature duplicate_charge_documentation
  duplicate_charge_explanation duplicate_charge_id product_description receipt refund_policy refund_policy_disclosure
  refund_refusal_explanation service_date service_documentation shipping_address shipping_carrier shipping_date
  shipping_documentation shipping_tracking_number uncategorized_file uncategorized_text`.split(/\s+/);

function create(account: StripeAccount, charge: Resource): void {
  const created = account.clock.seconds();
  const dispute: Resource = {
    id: newId('du'),
    object: 'dispute',
    amount: charge['amount'],
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge['currency'],
    enhanced_eligibility_types: [],
    evidence: { ...Object.fromEntries(NO_EVIDENCE.map((name) => [name, null])), enhanced_evidence: {} },
    evidence_details: {
      due_by: (Math.floor(created / DAY) + DAYS_TO_ANSWER + 1) * DAY - 1,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: '10.4',
    payment_intent: charge['payment_intent'],
    payment_method_details: {
      type: 'card',
      card: { brand: 'visa', case_type: 'chargeback', network: 'visa', network_reason_code: '10.4' },
    },
    reason: 'fraudulent',
    status: 'needs_response',
  };
  charge['disputed'] = true;
  account.store.put('charges', charge);
  account.store.put('disputes', dispute);
  account.emit('charge.dispute.created', dispute);
  dispute['balance_transactions'].push(transactionOf(account, dispute, -dispute['amount']));
  account.store.put('disputes', dispute);
  account.emit('charge.dispute.funds_withdrawn', dispute, { balance_transactions: [] });
}

const FEE = 1500;

function transactionOf({ clock }: StripeAccount, { id, charge, currency }: Resource, amount: number): Resource {
  const fee = amount < 0 ? FEE : 0;
  return {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: clock.seconds(),
    balance_type: 'payments',
    created: clock.seconds(),
    currency,
    description: `Chargeback ${amount < 0 ? 'withdrawal' : 'reversal'} for ${charge as string}`,
    exchange_rate: null,
    fee,
    fee_details: fee
      ? [{ amount: fee, application: null, currency, description: 'Dispute fee', type: 'stripe_fee' }]
      : [],
    net: amount - fee,
    reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
    source: id,
    status: 'pending',
    type: 'adjustment',
  };
}
