import { CURRENCY } from '@lampstand/contracts';
import Stripe from 'stripe';
import type { Settings } from '../../platform/config/index.ts';
import { checkClock, type HealthCheck, passed, skipped, failed } from '../../platform/health/health-check.ts';
import type { CatalogueEntry, Installation } from '../payment-gateway.ts';
import { STRIPE_API_VERSION } from './stripe-client.ts';
import { isAt, isSold } from './stripe-prices.ts';

const PARTS = ['prices', 'webhook', 'portal', 'wallets'];
/** What the card form offers beside a typed card, by its name at Stripe. */
const WALLETS = { apple_pay: 'Apple Pay', google_pay: 'Google Pay', link: 'Link' };

/** Compares what is configured in Stripe's Dashboard with what this installation needs. */
export class StripeHealthCheck {
  constructor(
    private readonly stripe: Stripe,
    private readonly settings: Settings,
  ) {}

  async run({ catalogue, siteUrl, webhookUrl, eventTypes }: Installation): Promise<HealthCheck[]> {
    const keys = await this.keys();
    if (keys.some(({ verdict }) => verdict === 'WRONG'))
      return [...keys, ...PARTS.map((part) => skipped(part, 'not checked: the call with STRIPE_SECRET_KEY failed'))];
    const configured = await Promise.all([
      checked('prices', () => this.prices(catalogue)),
      checked('webhook', () => this.webhook(webhookUrl, eventTypes)),
      checked('portal', () => this.portal()),
      checked('wallets', () => this.wallets(new URL(siteUrl).hostname)),
    ]);
    const [key, ...clocks] = keys;
    return [key!, ...configured, ...clocks];
  }

  /** The settings already require both keys to be of one mode. */
  private async keys(): Promise<HealthCheck[]> {
    try {
      const { lastResponse } = await this.stripe.prices.list({ limit: 1 });
      const [, mode] = this.settings.STRIPE_SECRET_KEY.split('_');
      const { date } = lastResponse.headers;
      const key = passed('stripe', `accepts the ${mode} key; the publishable key has the same mode`);
      return date ? [key, checkClock('Stripe', new Date(date))] : [key];
    } catch (error) {
      return [problemOf('stripe', error)];
    }
  }

  private async prices(catalogue: CatalogueEntry[]): Promise<HealthCheck> {
    const lookup_keys = catalogue.map(({ tier }) => tier);
    const { data } = await this.stripe.prices.list({ lookup_keys, active: true, limit: 100, expand: ['data.product'] });
    const problems = catalogue.flatMap((entry) => {
      const price = data.find(({ lookup_key }) => lookup_key === entry.tier);
      if (!price) return [`${entry.tier} has no price`];
      if (!isSold(price)) return [`the product of ${entry.tier} is archived`];
      return isAt(price, entry) ? [] : [`${entry.tier} is sold at ${priceText(price)} instead of ${amountText(entry)}`];
    });
    const fix = 'restart the server: it creates the missing prices; subscribers keep theirs';
    if (problems.length) return failed('prices', problems.join(', '), fix);
    return passed('prices', `${catalogue.length} plans at the amounts of the catalog, in ${CURRENCY} a month`);
  }

  private async webhook(wantedUrl: string, eventTypes: readonly string[]): Promise<HealthCheck> {
    const { data } = await this.stripe.webhookEndpoints.list({ limit: 100 });
    const endpoints = data.filter(({ url }) => this.isSame(url, wantedUrl));
    const endpoint = endpoints.find(({ status }) => status === 'enabled');
    const inWorkbench = 'in the Dashboard under Developers, Webhooks';
    if (!endpoint && endpoints[0])
      return failed(
        'webhook',
        `Stripe has disabled ${endpoints[0].url}, or someone there`,
        `look why its deliveries failed and enable it ${inWorkbench}`,
      );
    if (!endpoint)
      return failed(
        'webhook',
        `no endpoint for ${wantedUrl}`,
        `add it ${inWorkbench}, its secret to STRIPE_WEBHOOK_SECRETS`,
      );
    const { url, api_version: version, enabled_events: enabled } = endpoint;
    if (version !== STRIPE_API_VERSION)
      return failed(
        'webhook',
        `${url} has the API version ${version ?? 'of the account'} instead of ${STRIPE_API_VERSION}`,
        `add an endpoint of that version ${inWorkbench} and remove this one`,
      );
    const missing = enabled.includes('*') ? [] : eventTypes.filter((type) => !enabled.includes(type));
    if (missing.length)
      return failed('webhook', `${url} does not get ${missing.join(', ')}`, `select these events ${inWorkbench}`);
    return passed('webhook', `${url} gets all ${eventTypes.length} event types, in version ${version}`);
  }

  /** The sandbox may know the server by another host name, such as a container's or 127.0.0.1 for localhost. */
  private isSame(url: string, wanted: string): boolean {
    return this.settings.sandbox ? new URL(url).pathname === new URL(wanted).pathname : url === wanted;
  }

  private async portal(): Promise<HealthCheck> {
    const { data } = await this.stripe.billingPortal.configurations.list({ is_default: true });
    const standard = data.find(({ is_default }) => is_default);
    const inSettings = 'in the Dashboard under Settings, Billing, Customer portal';
    if (!standard?.active) return failed('portal', 'no default configuration is active', `save it once ${inSettings}`);
    const { payment_method_update: card, subscription_update: plan } = standard.features;
    if (!card.enabled) return failed('portal', 'customers cannot change their card', `allow it ${inSettings}`);
    if (plan.enabled && plan.trial_update_behavior !== 'continue_trial')
      return failed(
        'portal',
        'a plan change would end the free trial',
        `let it continue, or disable plan changes, ${inSettings}`,
      );
    return passed('portal', 'the default configuration lets customers change their card and ends no trial');
  }

  /** Stripe's form leaves out the wallets, without a word, on a host that is not registered. */
  private async wallets(host: string): Promise<HealthCheck> {
    const { data } = await this.stripe.paymentMethodDomains.list({ domain_name: host, limit: 1 });
    const [domain] = data;
    const names = Object.values(WALLETS).join(', ');
    const inSettings = 'in the Dashboard under Settings, Payments, Payment method domains';
    if (!domain) return failed('wallets', `${host} is not registered: no ${names}`, `add it ${inSettings}`);
    if (!domain.enabled) return failed('wallets', `${host} is disabled: no ${names}`, `enable it ${inSettings}`);
    const keys = Object.keys(WALLETS) as (keyof typeof WALLETS)[];
    const inactive = keys.filter((key) => domain[key].status !== 'active').map((key) => WALLETS[key]);
    if (inactive.length)
      return failed('wallets', `${inactive.join(', ')} not active on ${host}`, `verify the domain ${inSettings}`);
    return passed('wallets', `${names} active on ${host}`);
  }
}

const amountText = ({ amountInCents }: CatalogueEntry): string => `${amountInCents} ${CURRENCY} a month`;
const priceText = ({ unit_amount, currency, recurring }: Stripe.Price): string =>
  `${unit_amount} ${currency} ${recurring ? `every ${recurring.interval_count} ${recurring.interval}` : 'once'}`;

async function checked(part: string, check: () => Promise<HealthCheck>): Promise<HealthCheck> {
  return check().catch((error: unknown) => problemOf(part, error));
}

/** Uses our own texts, because the provider's messages may quote what was sent. */
function problemOf(part: string, error: unknown): HealthCheck {
  if (error instanceof Stripe.errors.StripeAuthenticationError)
    return failed(part, 'Stripe rejects STRIPE_SECRET_KEY', 'copy it from the Dashboard, Developers, API keys');
  if (error instanceof Stripe.errors.StripePermissionError)
    return failed(
      part,
      'STRIPE_SECRET_KEY has no permission to read this',
      'grant it to the restricted key, or use the secret key',
    );
  if (error instanceof Stripe.errors.StripeConnectionError)
    return failed(part, 'Stripe cannot be reached', 'allow this machine to call api.stripe.com on port 443');
  const { statusCode } = error as { statusCode?: number };
  return failed(
    part,
    `Stripe answers ${statusCode ?? 'with an invalid response'}`,
    'try again, then check status.stripe.com',
  );
}
