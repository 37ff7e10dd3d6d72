import { CURRENCY } from '@lampstand/contracts';
import type Stripe from 'stripe';
import type { CatalogueEntry } from '../payment-gateway.ts';

/**
 * Creates products and prices from the catalog. A changed amount makes a new price; existing subscribers keep the old
 * one.
 */
export class StripePrices {
  constructor(private readonly stripe: Stripe) {}

  async provision(catalogue: CatalogueEntry[]) {
    const { data } = await this.stripe.prices.list({
      lookup_keys: catalogue.map(({ tier }) => tier),
      active: true,
      limit: 100,
    });
    const sold = new Map(data.map((price) => [price.lookup_key, price]));
    const provisioned = [];
    for (const entry of catalogue) {
      const existing = sold.get(entry.tier);
      const price = existing && isAt(existing, entry) ? existing : await this.create(entry, existing);
      const productId = typeof price.product === 'string' ? price.product : price.product.id;
      provisioned.push({ tier: entry.tier, priceId: price.id, productId });
    }
    return provisioned;
  }

  private async create({ tier, name, amountInCents }: CatalogueEntry, existing?: Stripe.Price): Promise<Stripe.Price> {
    const product =
      existing?.product ??
      (await this.stripe.products.create({ name, metadata: { tier } }, { idempotencyKey: `product:${tier}` }));
    const price = await this.stripe.prices.create(
      {
        product: typeof product === 'string' ? product : product.id,
        currency: CURRENCY,
        unit_amount: amountInCents,
        recurring: { interval: 'month' },
        lookup_key: tier,
        transfer_lookup_key: true,
      },
      { idempotencyKey: `price:${tier}:${amountInCents}:${existing?.id ?? 'first'}` },
    );
    if (existing) await this.stripe.prices.update(existing.id, { active: false });
    return price;
  }
}

/** Whether a price has the amount of the catalog, charged monthly. */
export const isAt = ({ unit_amount, currency, recurring }: Stripe.Price, { amountInCents }: CatalogueEntry): boolean =>
  unit_amount === amountInCents &&
  currency === CURRENCY &&
  recurring?.interval === 'month' &&
  recurring.interval_count === 1;
