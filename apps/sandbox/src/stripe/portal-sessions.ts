/** The Billing Portal, for one thing only: a customer enters another card. */
import { newId } from '../ids.ts';
import type { Resource } from '../store/store.ts';
import type { Asked, Call } from './call.ts';
import { requireCustomer } from './customers.ts';
import { invalid } from './errors.ts';
import type { Params } from './form.ts';
import { onlyModelled } from './modelled.ts';
import { defaultConfiguration, requireConfiguration } from './portal-configurations.ts';
import { newSetupIntent } from './setup-intents.ts';
import type { World } from './world.ts';

/** As Stripe's: a link nobody opens ends soon, an opened page after an hour. */
const TO_OPEN = 300;
const TO_FINISH = 3600;

export const portalSessionCalls: Call[] = [
  {
    method: 'POST',
    path: '/v1/billing_portal/sessions',
    params: 'BillingPortal.SessionCreateParams',
    answer: 'PortalSession',
    run: create,
  },
];

function create(world: World, { params }: Asked): Resource {
  onlyModelled('billingPortal.sessions.create', params, ['customer', 'return_url', 'configuration', 'flow_data']);
  if (!params['customer']) throw invalid('You must specify a customer.', 'customer', 'parameter_missing');
  const customer = requireCustomer(world, params['customer'] as string);
  const configuration = params['configuration']
    ? requireConfiguration(world, params['configuration'] as string)
    : defaultConfiguration(world);
  if (!configuration['active']) throw invalid('This configuration is not active.', 'configuration');
  const after = afterwards(params['flow_data'] as Params | undefined);
  const returnUrl = requireUrl(params['return_url'] ?? after.return_url, 'return_url');
  requireUrl(after.return_url, 'flow_data[after_completion][redirect][return_url]');
  const id = newId('bps');
  const session: Resource = {
    id,
    object: 'billing_portal.session',
    configuration: configuration.id,
    created: world.clock.seconds(),
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
    url: `${world.url}/portal/${id}`,
  };
  const intent = newSetupIntent(world, { customer: customer.id, allowed_payment_method_types: ['card'] });
  world.store.put('portalSessions', {
    id,
    customer: customer.id,
    setup_intent: intent.id,
    back: returnUrl,
    onward: after.return_url,
    expires_at: session['created'] + TO_OPEN,
    opened: false,
    done: false,
  });
  world.store.put('portalsOfSetupIntents', { id: intent.id, session: id });
  return session;
}

const OTHER_FLOWS = [
  'customer_update',
  'subscription_cancel',
  'subscription_pause',
  'subscription_update',
  'subscription_update_confirm',
];

function afterwards(flow: Params | undefined): { return_url: string } {
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

/** What a visit to the page finds; the first one keeps it open for a while. */
export function visitPortal(world: World, id: string): Resource | undefined {
  const session = world.store.find('portalSessions', id);
  if (!session || session['done']) return session;
  const now = world.clock.seconds();
  if (now >= session['expires_at']) return undefined;
  if (session['opened']) return session;
  const opened = { ...session, opened: true, expires_at: now + TO_FINISH };
  world.store.put('portalSessions', opened);
  world.store.commit();
  return opened;
}
