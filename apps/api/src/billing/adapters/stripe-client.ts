import Stripe from 'stripe';
import type { Settings } from '../../platform/config/index.ts';

/** Shapes follow this version of the API; the webhook endpoint is pinned to the same one. */
export const STRIPE_API_VERSION = '2026-10-28.endive';

/** Two tries end well before a person, or a proxy on the way, gives up. */
const TIMEOUT_MS = 8000;
const RETRIES = 1;

/** Stripe's own SDK. The sandbox is reached by another host and port only. */
export function createStripe({ STRIPE_SECRET_KEY, STRIPE_API_BASE, PRODUCT_NAME }: Settings): Stripe {
  const base = STRIPE_API_BASE ? new URL(STRIPE_API_BASE) : undefined;
  return new Stripe(STRIPE_SECRET_KEY, {
    apiVersion: STRIPE_API_VERSION,
    maxNetworkRetries: RETRIES,
    timeout: TIMEOUT_MS,
    telemetry: !base,
    appInfo: { name: PRODUCT_NAME },
    ...(base && { protocol: 'http', host: base.hostname, port: Number(base.port) || 80 }),
  });
}
