import { CURRENCY } from '@lampstand/contracts';
import type Stripe from 'stripe';
import type { CatalogueEntry } from '../payment-gateway.ts';
import { idOf } from './stripe-client.ts';

/**
 * Creates products and prices from the catalog. A changed amount makes a new price, and so does one that was archived, or
 * whose product was; existing subscribers keep the old one.
 */
export class StripePrices {
  constructor(private readonly stripe: Stripe) {}

  async provision(catalogue: CatalogueEntry[]) {
    // A lookup key names one price, which keeps it when it is archived.
    const known = new Map([...(await this.list(catalogue, false)), ...(await this.list(catalogue, true))]);
    const provisioned = [];
    for (const entry of catalogue) {
      const existing = known.get(entry.tier);
      const price =
        existing && isSold(existing) && isAt(existing, entry) ? existing : await this.create(entry, existing);
      provisioned.push({ tier: entry.tier, priceId: price.id, productId: idOf(price.product)! });
    }
    return provisioned;
  }

  private async list(catalogue: CatalogueEntry[], active: boolean): Promise<[string | null, Stripe.Price][]> {
    const lookup_keys = catalogue.map(({ tier }) => tier);
    const { data } = await this.stripe.prices.list({ lookup_keys, active, limit: 100, expand: ['data.product'] });
    return data.map((price) => [price.lookup_key, price]);
  }

  private async create({ tier, name, amountInCents }: CatalogueEntry, existing?: Stripe.Price): Promise<Stripe.Price> {
    const usable = existing && isProductActive(existing) ? existing.product : undefined;
    const key = existing ? `product:${tier}:${idOf(existing.product)}` : `product:${tier}`;
    const product =
      usable ?? (await this.stripe.products.create({ name, metadata: { tier } }, { idempotencyKey: key }));
    const price = await this.stripe.prices.create(
      {
        product: idOf(product)!,
        currency: CURRENCY,
        unit_amount: amountInCents,
        recurring: { interval: 'month' },
        lookup_key: tier,
        transfer_lookup_key: true,
      },
      { idempotencyKey: `price:${tier}:${amountInCents}:${existing?.id ?? 'first'}` },
    );
    if (existing?.active) await this.stripe.prices.update(existing.id, { active: false });
    return price;
  }
}

const isProductActive = ({ product }: Stripe.Price): boolean =>
  typeof product === 'object' && !product.deleted && product.active;

/** Whether subscriptions can get this price, whose product is expanded: archiving a product leaves its prices active. */
export const isSold = (price: Stripe.Price): boolean => price.active && isProductActive(price);

/** Whether a price has the amount of the catalog, charged monthly. */
export const isAt = ({ unit_amount, currency, recurring }: Stripe.Price, { amountInCents }: CatalogueEntry): boolean =>
  unit_amount === amountInCents &&
  currency === CURRENCY &&
  recurring?.interval === 'month' &&
  recurring.interval_count === 1;
