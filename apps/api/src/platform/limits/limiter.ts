import { ERRORS } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DataSource } from 'typeorm';
import { Settings } from '../config/index.ts';
import { Refusal } from '../http/refusal.ts';
import { type Limit, type LimitName, LIMITS } from './limits.ts';

export type Point = [name: LimitName, key: string];

/** Counts what people and scripts do, across all replicas. */
@Injectable()
export class Limiter {
  private readonly limiters: Map<LimitName, RateLimiterPostgres>;

  constructor(
    dataSource: DataSource,
    private readonly settings: Settings,
  ) {
    const names = Object.keys(LIMITS) as LimitName[];
    this.limiters = new Map(names.map((name) => [name, limiterOf(name, dataSource, settings)]));
  }

  /** Takes one point of `name` for `key`. Throws a 429 that tells when to come back once they are used up. */
  async take(name: LimitName, key: string, message: string = ERRORS.tooManyRequests): Promise<void> {
    if (this.lifted(name)) return;
    try {
      await this.limiters.get(name)!.consume(key);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      throw tooMany(message, new Date(Date.now() + refused.msBeforeNext));
    }
  }

  /** Takes a point of each, or of none where one of them is used up. */
  async takeAll(points: Point[]): Promise<void> {
    const taken: Point[] = [];
    try {
      for (const point of points) {
        await this.take(...point);
        taken.push(point);
      }
    } catch (error) {
      if (error instanceof Refusal) await this.giveBackAll(taken);
      throw error;
    }
  }

  /** For a point that was taken and bought nothing. */
  async giveBack(name: LimitName, key: string): Promise<void> {
    if (!this.lifted(name)) await this.limiters.get(name)!.reward(key);
  }

  async giveBackAll(points: Point[]): Promise<void> {
    for (const point of points) await this.giveBack(...point);
  }

  /** Counts what has happened already and nobody can refuse any more. Answers whether no more is borne. */
  async count(name: LimitName, key: string): Promise<boolean> {
    if (this.lifted(name)) return false;
    return (await this.limiters.get(name)!.penalty(key)).remainingPoints === 0;
  }

  /** The 429 of `take` where no point is left, and takes none. */
  async requireLeft(name: LimitName, key: string): Promise<void> {
    if (this.lifted(name)) return;
    const counted = await this.limiters.get(name)!.get(key);
    if (counted?.remainingPoints === 0)
      throw tooMany(ERRORS.tooManyRequests, new Date(Date.now() + counted.msBeforeNext));
  }

  private lifted(name: LimitName): boolean {
    return this.settings.LIMITS === 'off' && !LIMITS[name].always;
  }
}

export const tooMany = (message: string, retryAt: Date, flags: object = {}): Refusal =>
  new Refusal(429, message, { ...flags, retryAt: retryAt.toISOString() });

const limiterOf = (name: LimitName, dataSource: DataSource, settings: Settings) =>
  new RateLimiterPostgres({
    storeClient: dataSource,
    storeType: 'typeorm',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: true,
    keyPrefix: name,
    points: pointsOf(LIMITS[name], settings),
    duration: LIMITS[name].seconds,
  });

const pointsOf = ({ points, set }: Limit, settings: Settings): number => (set ? settings[set] : points);
