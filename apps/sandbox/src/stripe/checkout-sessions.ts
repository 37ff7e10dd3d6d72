import { newId, type Resource } from '../store.ts';
import type { StripeAccount } from './account.ts';
import { type Call, type CallInput, invalid, mergedMetadata, missing, onlyModelled } from './call.ts';
import { requireCustomer } from './customers.ts';
import { inRange, matchesFilter, paginate } from './responses.ts';
import { cancelSetupIntent, newSetupIntent } from './setup-intents.ts';

const DAY = 86_400;

export const checkoutCalls: Call[] = [
  {
    method: 'POST',
    path: '/v1/checkout/sessions',
    params: 'Checkout.SessionCreateParams',
    response: 'Session',
    run: create,
  },
  { method: 'GET', path: '/v1/checkout/sessions', params: 'Checkout.SessionListParams', list: 'Session', run: list },
  {
    method: 'GET',
    path: '/v1/checkout/sessions/:id',
    params: 'Checkout.SessionRetrieveParams',
    response: 'Session',
    run: (account, { id }) => retrieve(account, id),
  },
  {
    method: 'POST',
    path: '/v1/checkout/sessions/:id/expire',
    params: 'Checkout.SessionExpireParams',
    response: 'Session',
    run: expire,
  },
];

function create(account: StripeAccount, { params }: CallInput): Resource {
  const modelled = [
    'mode',
    'currency',
    'customer',
    'client_reference_id',
    'setup_intent_data',
    'allowed_payment_method_types',
    'success_url',
    'cancel_url',
    'custom_text',
    'expires_at',
    'locale',
  ];
  onlyModelled('checkout.sessions.create', params, modelled);
  if (params['mode'] !== 'setup') throw invalid('The sandbox models Checkout in setup mode only.', 'mode');
  if (!params['currency'])
    throw invalid(
      '`currency` is required in `setup` mode with dynamic payment methods.',
      'currency',
      'parameter_missing',
    );
  if (!/^https?:\/\//.test(params['success_url'] ?? '')) throw invalid('Not a valid URL', 'success_url', 'url_invalid');
  const customer = params['customer'] ? requireCustomer(account, params['customer']) : undefined;
  const now = account.clock.seconds();
  const expiresAt = (params['expires_at'] as number | undefined) ?? now + DAY;
  if (expiresAt < now + 1800 || expiresAt > now + DAY) {
    throw invalid(
      'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.',
      'expires_at',
    );
  }
  const intent = newSetupIntent(account, {
    customer: customer?.id,
    ...params['setup_intent_data'],
    allowed_payment_method_types: params['allowed_payment_method_types'],
  });
  const id = newId('cs_test', 58);
  const session: Resource = {
    ...emptySession(),
    id,
    allowed_payment_method_types: params['allowed_payment_method_types'] ?? null,
    cancel_url: params['cancel_url'] ?? null,
    client_reference_id: params['client_reference_id'] ?? null,
    created: now,
    currency: params['currency'],
    custom_text: { ...emptySession().custom_text, submit: params['custom_text']?.submit ?? null },
    customer: customer?.id ?? null,
    customer_creation: customer ? null : 'if_required',
    expires_at: expiresAt,
    locale: params['locale'] ?? null,
    metadata: mergedMetadata({}, params['metadata']),
    setup_intent: intent.id,
    success_url: params['success_url'],
    url: `${account.url}/checkout/${id}`,
  };
  account.store.put('checkoutSessions', session);
  account.store.put('sessionsOfSetupIntents', { id: intent.id, session: id });
  return session;
}

const emptySession = () => ({
  object: 'checkout.session',
  ...Object.fromEntries(NULL_FIELDS.map((name) => [name, null])),
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  livemode: false,
  mode: 'setup',
  payment_method_collection: 'always',
  payment_method_options: { card: { request_three_d_secure: 'automatic' } },
  payment_method_types: ['card'],
  payment_status: 'no_payment_required',
  shipping_options: [],
  status: 'open',
  ui_mode: 'hosted_page',
});

const NULL_FIELDS =
  `adaptive_pricing after_expiration allow_promotion_codes amount_subtotal amount_total billing_address_collection
  client_secret collected_information consent consent_collection currency_conversion customer_account customer_details customer_email discounts
  integration_identifier invoice invoice_creation managed_payments origin_context payment_intent payment_link
  payment_method_configuration_details permissions recovered_from saved_payment_method_options shipping_address_collection shipping_cost
  submit_type subscription total_details wallet_options`.split(/\s+/);

function retrieve(account: StripeAccount, id: string): Resource {
  const session = account.store.find('checkoutSessions', id);
  if (!session) throw missing('checkout.session', id, 'session');
  return session;
}

function expire(account: StripeAccount, { id }: CallInput): Resource {
  const session = retrieve(account, id);
  if (session['status'] !== 'open') {
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session['status']}\`.`,
    );
  }
  return expireSession(account, session);
}

export function expireSession(account: StripeAccount, session: Resource): Resource {
  Object.assign(session, { status: 'expired', url: null });
  account.store.put('checkoutSessions', session);
  const intent = account.store.find('setupIntents', session['setup_intent']);
  if (intent && !['succeeded', 'canceled'].includes(intent['status'])) cancelSetupIntent(account, intent, null);
  account.emit('checkout.session.expired', session);
  return session;
}

function list(account: StripeAccount, { params }: CallInput) {
  onlyModelled('checkout.sessions.list', params, [
    'customer',
    'status',
    'created',
    'limit',
    'starting_after',
    'ending_before',
  ]);
  const source = params['customer']
    ? account.store.ofCustomer('checkoutSessions', requireCustomer(account, params['customer']).id)
    : account.store.newestFirst('checkoutSessions');
  const matches = (session: Resource) =>
    matchesFilter(params['status'], session['status']) && inRange(session['created'], params['created']);
  return paginate('/v1/checkout/sessions', source, params, matches);
}
