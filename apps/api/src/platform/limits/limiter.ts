import { ERRORS } from '@lampstand/contracts';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../clock/clock.ts';
import { Settings } from '../config/index.ts';
import { Refusal } from '../http/refusal.ts';
import { Sweeper } from '../jobs/sweeper.ts';
import { type LimitName, LIMITS } from './limits.ts';

/** By the database's clock, so that no clock of a server, however wrong, lifts a limit or keeps one up. */
const NOW_MS = '(extract(epoch FROM now()) * 1000)::bigint';

const TAKE = `
  INSERT INTO rate_limits AS standing (key, points, expire) VALUES ($1, 1, ${NOW_MS} + $2)
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN standing.expire <= ${NOW_MS} THEN 1 ELSE standing.points + 1 END,
    expire = CASE WHEN standing.expire <= ${NOW_MS} THEN excluded.expire ELSE standing.expire END
  RETURNING points, (expire - ${NOW_MS})::int AS "msLeft"`;

const GIVE_BACK = `UPDATE rate_limits SET points = points - 1 WHERE key = $1 AND points > 0 AND expire > ${NOW_MS}`;

/** Counts what people and scripts do, across all replicas. */
@Injectable()
export class Limiter implements OnApplicationBootstrap {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly sweeper: Sweeper,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.sweeper.every('limits', () => this.dataSource.query(`DELETE FROM rate_limits WHERE expire <= ${NOW_MS}`));
  }

  /** Takes one point of `name` for `key`. Throws a 429 that tells when to come back once they are used up. */
  async take(name: LimitName, key: string, message: string = ERRORS.tooManyRequests): Promise<void> {
    if (this.lifted(name)) return;
    const { points, seconds } = LIMITS[name];
    const [taken] = await this.dataSource.query<[{ points: number; msLeft: number }]>(TAKE, [
      `${name}:${key}`,
      seconds * 1000,
    ]);
    if (taken.points > points) throw tooMany(message, new Date(this.clock.now().getTime() + taken.msLeft));
  }

  /** For a point that was taken and bought nothing. */
  async giveBack(name: LimitName, key: string): Promise<void> {
    if (!this.lifted(name)) await this.dataSource.query(GIVE_BACK, [`${name}:${key}`]);
  }

  private lifted(name: LimitName): boolean {
    return this.settings.LIMITS === 'off' && !LIMITS[name].always;
  }
}

export const tooMany = (message: string, retryAt: Date, flags: object = {}): Refusal =>
  new Refusal(429, message, { ...flags, retryAt: retryAt.toISOString() });
