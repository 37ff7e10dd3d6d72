import { ERRORS, planOf, PLANS, type TierId } from '@lampstand/contracts';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In, Not, Repository } from 'typeorm';
import { AppError } from '../../platform/errors.ts';
import { OnJob } from '../../platform/jobs/decorators.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { causeOf, log } from '../../platform/logging.ts';
import { Price, Product } from '../billing.entities.ts';
import { PaymentGateway, PriceUnavailable } from '../payment-gateway.ts';
import { PRICE_QUEUE } from '../stripe-event-types.ts';

/** The catalogue at the payment provider, copied to our tables. Only provisioned prices are sold. */
@Injectable()
export class ProvisionPrices implements OnApplicationBootstrap, OnModuleDestroy {
  private running?: Promise<void>;
  private stopping = false;

  constructor(
    private readonly dataSource: DataSource,
    @InjectRepository(Price) private readonly prices: Repository<Price>,
    private readonly gateway: PaymentGateway,
  ) {}

  /** In the background: the server starts even if the provider is away. One that stops leaves it to the next one. */
  onApplicationBootstrap(): void {
    this.execute().catch((error: unknown) => {
      if (!this.stopping) log.warn(causeOf(error), 'could not provision prices');
    });
  }

  onModuleDestroy(): void {
    this.stopping = true;
  }

  /** The price of a tier, provisioned now if necessary. Throws a 503 while that is impossible. */
  async requirePrice(tier: TierId): Promise<string> {
    return (await this.find(tier)) ?? (await this.afterProvisioning(tier));
  }

  /** Runs `work` with the price of a tier; if that was archived at the provider, once more with a new one. */
  async sell<T>(tier: TierId, work: (priceId: string) => Promise<T>): Promise<T> {
    try {
      return await work(await this.requirePrice(tier));
    } catch (error) {
      if (!(error instanceof PriceUnavailable)) throw error;
      await this.execute();
      return work(await this.requirePrice(tier));
    }
  }

  /**
   * A price or a product was changed at the provider. Of those that this version sells, an archived one is replaced: what
   * is sold is stated in the catalog only.
   */
  @OnJob(PRICE_QUEUE)
  async replaceArchived({ key: id }: Job): Promise<void> {
    const changed = await this.prices.findBy([
      { id, sold: true },
      { productId: id, sold: true },
    ]);
    if (changed.some(({ tier, amountInCents }) => planOf(tier).amountInCents === amountInCents)) await this.execute();
  }

  execute(): Promise<void> {
    return (this.running ??= this.provision().finally(() => (this.running = undefined)));
  }

  private async afterProvisioning(tier: TierId): Promise<string> {
    await this.execute();
    const price = await this.find(tier);
    if (!price) throw new AppError('unavailable', ERRORS.notSelling);
    return price;
  }

  /** Only a price with the amount of the catalogue is sold. */
  private async find(tier: TierId): Promise<string | undefined> {
    const { amountInCents } = planOf(tier);
    return (await this.prices.findOneBy({ tier, amountInCents, sold: true }))?.id;
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

/** The tier of each price id, including prices no longer sold; unknown ids are left out. */
export async function tiersOf(tx: EntityManager, priceIds: string[]): Promise<Map<string, TierId>> {
  const prices = await tx.findBy(Price, { id: In(priceIds) });
  return new Map(prices.map(({ id, tier }) => [id, tier]));
}
