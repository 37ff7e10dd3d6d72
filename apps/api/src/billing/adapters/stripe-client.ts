import type { StoredCard } from '@lampstand/contracts';
import Stripe from 'stripe';
import type { Settings } from '../../platform/config/index.ts';
import { CustomerGone, PaymentFailed, PaymentRefused, PriceUnavailable } from '../payment-gateway.ts';

/** Shapes follow this API version; the webhook endpoint is pinned to the same one. */
export const STRIPE_API_VERSION = '2026-10-28.endive';

/** Two tries end well before a person, or a proxy on the way, gives up. */
const TIMEOUT_MS = 8000;
const RETRIES = 1;

/** Stripe's SDK. For the sandbox only host and port differ. */
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

/** Turns failures that Stripe would replay into PaymentFailed, and those for an object that is gone into what that means. */
export async function mapStripeErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw needsNewAttempt(error) ? new PaymentFailed(error.code ?? 'failed') : (failureForGone(error) ?? error);
  }
}

/**
 * What it means that an object is gone, by the prefix of its id. The id is in Stripe's message; the error's `param` is
 * `id`, `customer` or a path of brackets, as the call has it.
 */
const GONE: Record<string, (id: string) => PaymentRefused | PriceUnavailable> = {
  cus: (id) => new CustomerGone(id),
  pm: () => new PaymentRefused('payment_method_missing'),
  seti: () => new PaymentRefused('setup_intent_missing'),
  sub: () => new PaymentRefused('subscription_missing'),
  price: () => new PriceUnavailable('price_missing'),
};
const ID = /\b([a-z]+)_\w+/;
/** Stripe may answer this without the code `resource_missing`. */
const DETACHED = /does not have a payment method with the ID/;
/** The price, or its product, was archived. */
const ARCHIVED = /only accepts active prices|product is not active/;
/** The key is of the other mode: nothing is gone. */
const OTHER_MODE = /similar object exists/;

function failureForGone(error: unknown): PaymentRefused | PriceUnavailable | undefined {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return undefined;
  const { code, message } = error;
  if (ARCHIVED.test(message)) return new PriceUnavailable('price_archived');
  if ((code !== 'resource_missing' && !DETACHED.test(message)) || OTHER_MODE.test(message)) return undefined;
  const [id = '', prefix = ''] = ID.exec(message) ?? [];
  return GONE[prefix]?.(id);
}

/**
 * The idempotency key cannot be used again, so the caller needs a new attempt: Stripe would replay a failure of its own
 * under it, or the key was first used with other parameters, such as another email of the same person.
 */
const needsNewAttempt = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeAPIError ||
  (error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400);

/** The id of an object that Stripe returns as an id or expanded. */
export const idOf = (reference: string | { id: string } | null | undefined): string | undefined =>
  typeof reference === 'string' ? reference : reference?.id;

/** What may be shown of a card. */
export const storedCard = ({ brand, last4, exp_month, exp_year }: Stripe.PaymentMethod.Card): StoredCard => ({
  brand,
  last4,
  expires: `${exp_year}-${String(exp_month).padStart(2, '0')}`,
});

/** Reads nothing where a restricted key is not allowed to; rethrows every other failure. */
export function withoutPermission(error: unknown): never[] {
  if (error instanceof Stripe.errors.StripePermissionError) return [];
  throw error;
}

/** Reads a missing object as undefined; rethrows every other failure. */
export function ignoreMissing(error: unknown): undefined {
  if ((error as { code?: string }).code === 'resource_missing') return undefined;
  throw error;
}
