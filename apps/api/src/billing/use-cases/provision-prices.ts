import { ERRORS, planOf, PLANS, type TierId } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, Not } from 'typeorm';
import { AppError } from '../../platform/http/errors.ts';
import { causeOf, log } from '../../platform/logging.ts';
import { Price } from '../domain/price.entity.ts';
import { Product } from '../domain/product.entity.ts';
import { PaymentGateway } from '../ports/payment-gateway.ts';

/** The catalogue at the payment provider, mirrored in our tables. Nothing is sold for a price that was not provisioned. */
@Injectable()
export class ProvisionPrices {
  private running?: Promise<void>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly gateway: PaymentGateway,
  ) {}

  /** At start in the background: a provider that is away must not keep the site from opening. */
  onApplicationBootstrap(): void {
    this.execute().catch((error: unknown) => log.warn(causeOf(error), 'prices not provisioned yet'));
  }

  /** The price a tier is sold for, provisioned now if it was not before. Throws a 503 while that is impossible. */
  async requirePrice(tier: TierId): Promise<string> {
    return (await this.find(tier)) ?? (await this.afterProvisioning(tier));
  }

  execute(): Promise<void> {
    return (this.running ??= this.provision().finally(() => (this.running = undefined)));
  }

  private async afterProvisioning(tier: TierId): Promise<string> {
    await this.execute();
    const price = await this.find(tier);
    if (!price) throw new AppError(503, ERRORS.notSelling);
    return price;
  }

  /** A price of another amount than the catalogue's is not sold. */
  private async find(tier: TierId): Promise<string | undefined> {
    const { amountInCents } = planOf(tier);
    return (await this.dataSource.getRepository(Price).findOneBy({ tier, amountInCents, sold: true }))?.id;
  }

  private async provision(): Promise<void> {
    const catalogue = PLANS.map(({ id, name, amountInCents }) => ({ tier: id, name, amountInCents }));
    const provisioned = await this.gateway.provisionPrices(catalogue);
    await this.dataSource.transaction(async (tx) => {
      for (const { tier, priceId, productId } of provisioned) {
        const { name, amountInCents } = planOf(tier);
        await tx.upsert(Product, { id: productId, name }, ['id']);
        await tx.update(Price, { tier, id: Not(priceId) }, { sold: false });
        await tx.upsert(Price, { id: priceId, tier, productId, amountInCents, sold: true }, ['id']);
      }
    });
  }
}
