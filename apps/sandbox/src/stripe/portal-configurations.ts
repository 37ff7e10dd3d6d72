import type { Resource } from '../store/store.ts';
import type { Asked, Call } from './call.ts';
import { invalid, missing, unknownReference } from './errors.ts';
import type { Params } from './form.ts';
import { listed, sameOrAny } from './lists.ts';
import { onlyModelled } from './modelled.ts';
import type { World } from './world.ts';

const DEFAULT = 'bpc_sandbox_default';

export const portalConfigurationCalls: Call[] = [
  {
    method: 'GET',
    path: '/v1/billing_portal/configurations',
    params: 'BillingPortal.ConfigurationListParams',
    list: 'PortalConfiguration',
    run: list,
  },
  {
    method: 'GET',
    path: '/v1/billing_portal/configurations/:id',
    params: 'BillingPortal.ConfigurationRetrieveParams',
    answer: 'PortalConfiguration',
    run: (world, { id }) => found(world, id),
  },
  {
    method: 'POST',
    path: '/v1/billing_portal/configurations/:id',
    params: 'BillingPortal.ConfigurationUpdateParams',
    answer: 'PortalConfiguration',
    run: update,
  },
];

/** There from the beginning, as in an account whose owner has saved the portal's settings once. */
export function defaultConfiguration(world: World): Resource {
  const known = world.store.find('portalConfigurations', DEFAULT);
  if (known) return known;
  const created = asSaved(world.clock.seconds());
  world.store.put('portalConfigurations', created);
  return created;
}

export function requireConfiguration(world: World, id: string): Resource {
  if (id !== DEFAULT) throw unknownReference('configuration', id, 'configuration');
  return defaultConfiguration(world);
}

function found(world: World, id: string): Resource {
  if (id !== DEFAULT) throw missing('configuration', id, 'configuration');
  return defaultConfiguration(world);
}

function list(world: World, { params }: Asked) {
  const names = ['active', 'is_default', 'limit', 'starting_after', 'ending_before'];
  onlyModelled('billingPortal.configurations.list', params, names);
  const all = [defaultConfiguration(world)];
  return listed('/v1/billing_portal/configurations', all, params, ({ active, is_default }) => {
    return sameOrAny(params['active'], active) && sameOrAny(params['is_default'], is_default);
  });
}

function update(world: World, { id, params }: Asked): Resource {
  onlyModelled('billingPortal.configurations.update', params, ['active', 'features']);
  const configuration = structuredClone(found(world, id));
  if (params['active'] !== undefined) configuration['active'] = params['active'];
  for (const [name, wanted] of Object.entries((params['features'] ?? {}) as Params)) {
    const feature = configuration['features'][name] as Params;
    const stray = Object.keys(wanted as Params).find((field) => typeof (wanted as Params)[field] === 'object');
    if (stray)
      throw invalid(`The sandbox does not model features[${name}][${stray}].`, 'features', 'not_modelled_by_sandbox');
    Object.assign(feature, wanted);
  }
  configuration['updated'] = world.clock.seconds();
  world.store.put('portalConfigurations', configuration);
  return configuration;
}

/** A card may be changed, and nothing else: plans are changed and cancelled by the product itself. */
const asSaved = (now: number): Resource => ({
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
