/** The Billing Portal, limited to replacing the card: sessions and the one configuration. */
import { newId, type Resource } from '../store.ts';
import type { StripeAccount } from './account.ts';
import { type Call, type CallInput, invalid, missing, onlyModelled, type Params, unknownReference } from './call.ts';
import { requireCustomer } from './customers.ts';
import { matchesFilter, paginate } from './responses.ts';
import { newSetupIntent } from './setup-intents.ts';

/** As at Stripe, an unopened link expires after five minutes, an opened page after an hour. */
const SECONDS_TO_OPEN = 300;
const SECONDS_TO_FINISH = 3600;

export const portalSessionCalls: Call[] = [
  {
    method: 'POST',
    path: '/v1/billing_portal/sessions',
    params: 'BillingPortal.SessionCreateParams',
    response: 'PortalSession',
    run: createSession,
  },
];

function createSession(account: StripeAccount, { params }: CallInput): Resource {
  onlyModelled('billingPortal.sessions.create', params, ['customer', 'return_url', 'configuration', 'flow_data']);
  if (!params['customer']) throw invalid('You must specify a customer.', 'customer', 'parameter_missing');
  const customer = requireCustomer(account, params['customer'] as string);
  const configuration = params['configuration']
    ? requireConfiguration(account, params['configuration'] as string)
    : defaultConfiguration(account);
  if (!configuration['active']) throw invalid('This configuration is not active.', 'configuration');
  const after = redirectAfterCompletion(params['flow_data'] as Params | undefined);
  const returnUrl = requireUrl(params['return_url'] ?? after.return_url, 'return_url');
  requireUrl(after.return_url, 'flow_data[after_completion][redirect][return_url]');
  const id = newId('bps');
  const session: Resource = {
    id,
    object: 'billing_portal.session',
    configuration: configuration.id,
    created: account.clock.seconds(),
    customer: customer.id,
    customer_account: null,
    flow: {
      after_completion: { hosted_confirmation: null, redirect: after, type: 'redirect' },
      ...Object.fromEntries(OTHER_FLOWS.map((name) => [name, null])),
      type: 'payment_method_update',
    },
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: returnUrl,
    url: `${account.url}/portal/${id}`,
  };
  const intent = newSetupIntent(account, { customer: customer.id, allowed_payment_method_types: ['card'] });
  account.store.put('portalSessions', {
    id,
    customer: customer.id,
    setup_intent: intent.id,
    back: returnUrl,
    onward: after.return_url,
    expires_at: session['created'] + SECONDS_TO_OPEN,
    opened: false,
    done: false,
  });
  account.store.put('portalsOfSetupIntents', { id: intent.id, session: id });
  return session;
}

const OTHER_FLOWS = [
  'customer_update',
  'subscription_cancel',
  'subscription_pause',
  'subscription_update',
  'subscription_update_confirm',
];

function redirectAfterCompletion(flow: Params | undefined): { return_url: string } {
  if (flow?.['type'] !== 'payment_method_update')
    throw invalid('The sandbox models the flow payment_method_update only.', 'flow_data', 'not_modelled_by_sandbox');
  onlyModelled('billingPortal.sessions.create', flow, ['type', 'after_completion']);
  const { type, redirect } = (flow['after_completion'] ?? {}) as Params;
  if (type !== 'redirect' || !redirect)
    throw invalid(
      'The sandbox models after_completion by redirect only.',
      'flow_data[after_completion]',
      'not_modelled_by_sandbox',
    );
  return { return_url: redirect.return_url as string };
}

function requireUrl(value: unknown, param: string): string {
  if (!/^https?:\/\//.test(String(value))) throw invalid('Not a valid URL', param, 'url_invalid');
  return String(value);
}

/** The session of a visited page; undefined when it is expired or unknown. The first visit extends it. */
export function openPortalSession(account: StripeAccount, id: string): Resource | undefined {
  const session = account.store.find('portalSessions', id);
  if (!session || session['done']) return session;
  const now = account.clock.seconds();
  if (now >= session['expires_at']) return undefined;
  if (session['opened']) return session;
  const opened = { ...session, opened: true, expires_at: now + SECONDS_TO_FINISH };
  account.store.put('portalSessions', opened);
  account.store.commit();
  return opened;
}

const DEFAULT = 'bpc_sandbox_default';

export const portalConfigurationCalls: Call[] = [
  {
    method: 'GET',
    path: '/v1/billing_portal/configurations',
    params: 'BillingPortal.ConfigurationListParams',
    list: 'PortalConfiguration',
    run: listConfigurations,
  },
  {
    method: 'GET',
    path: '/v1/billing_portal/configurations/:id',
    params: 'BillingPortal.ConfigurationRetrieveParams',
    response: 'PortalConfiguration',
    run: (account, { id }) => findConfiguration(account, id),
  },
  {
    method: 'POST',
    path: '/v1/billing_portal/configurations/:id',
    params: 'BillingPortal.ConfigurationUpdateParams',
    response: 'PortalConfiguration',
    run: updateConfiguration,
  },
];

function defaultConfiguration(account: StripeAccount): Resource {
  const known = account.store.find('portalConfigurations', DEFAULT);
  if (known) return known;
  const created = newConfiguration(account.clock.seconds());
  account.store.put('portalConfigurations', created);
  return created;
}

function requireConfiguration(account: StripeAccount, id: string): Resource {
  if (id !== DEFAULT) throw unknownReference('configuration', id, 'configuration');
  return defaultConfiguration(account);
}

function findConfiguration(account: StripeAccount, id: string): Resource {
  if (id !== DEFAULT) throw missing('configuration', id, 'configuration');
  return defaultConfiguration(account);
}

function listConfigurations(account: StripeAccount, { params }: CallInput) {
  const names = ['active', 'is_default', 'limit', 'starting_after', 'ending_before'];
  onlyModelled('billingPortal.configurations.list', params, names);
  const all = [defaultConfiguration(account)];
  return paginate('/v1/billing_portal/configurations', all, params, ({ active, is_default }) => {
    return matchesFilter(params['active'], active) && matchesFilter(params['is_default'], is_default);
  });
}

function updateConfiguration(account: StripeAccount, { id, params }: CallInput): Resource {
  onlyModelled('billingPortal.configurations.update', params, ['active', 'features']);
  const configuration = structuredClone(findConfiguration(account, id));
  if (params['active'] !== undefined) configuration['active'] = params['active'];
  for (const [name, wanted] of Object.entries((params['features'] ?? {}) as Params)) {
    const feature = configuration['features'][name] as Params;
    const unknown = Object.keys(wanted as Params).find((field) => typeof (wanted as Params)[field] === 'object');
    if (unknown)
      throw invalid(`The sandbox does not model features[${name}][${unknown}].`, 'features', 'not_modelled_by_sandbox');
    Object.assign(feature, wanted);
  }
  configuration['updated'] = account.clock.seconds();
  account.store.put('portalConfigurations', configuration);
  return configuration;
}

/** Allows changing the card only; the product itself changes and cancels plans. */
const newConfiguration = (now: number): Resource => ({
  id: DEFAULT,
  object: 'billing_portal.configuration',
  active: true,
  application: null,
  business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
  created: now,
  default_return_url: null,
  features: {
    customer_update: { allowed_updates: [], enabled: false },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true, payment_method_configuration: null },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      enabled: false,
      mode: 'at_period_end',
      proration_behavior: 'none',
    },
    subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: [],
      enabled: false,
      products: null,
      proration_behavior: 'none',
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: 'continue_trial',
    },
  },
  is_default: true,
  livemode: false,
  login_page: { enabled: false, url: null },
  metadata: {},
  name: null,
  updated: now,
});
