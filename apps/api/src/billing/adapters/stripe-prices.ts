import { CURRENCY } from '@lampstand/contracts';
import type Stripe from 'stripe';
import type { CatalogueEntry } from '../ports/payment-gateway.ts';

/** Products and prices made from the catalogue. A changed amount makes a new price; who subscribed keeps the old one. */
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
      const standing = sold.get(entry.tier);
      const price = standing && isAt(standing, entry) ? standing : await this.create(entry, standing);
      const productId = typeof price.product === 'string' ? price.product : price.product.id;
      provisioned.push({ tier: entry.tier, priceId: price.id, productId });
    }
    return provisioned;
  }

  private async create({ tier, name, amountInCents }: CatalogueEntry, standing?: Stripe.Price): Promise<Stripe.Price> {
    const product =
      standing?.product ??
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
      { idempotencyKey: `price:${tier}:${amountInCents}:${standing?.id ?? 'first'}` },
    );
    if (standing) await this.stripe.prices.update(standing.id, { active: false });
    return price;
  }
}

/** Whether a price asks what the catalogue says, every single month. */
export const isAt = ({ unit_amount, currency, recurring }: Stripe.Price, { amountInCents }: CatalogueEntry): boolean =>
  unit_amount === amountInCents &&
  currency === CURRENCY &&
  recurring?.interval === 'month' &&
  recurring.interval_count === 1;
