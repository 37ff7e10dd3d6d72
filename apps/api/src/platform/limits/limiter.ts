import { ERRORS } from '@lampstand/contracts';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../clock/clock.ts';
import { Settings } from '../config/index.ts';
import { AppError } from '../http/errors.ts';
import { Sweeper } from '../jobs/sweeper.ts';
import { type Limit, type LimitName, LIMITS } from './limits.ts';
import { networkOf } from '../http/ip-address.ts';

export type LimitKey = [name: LimitName, key: string];

interface Standing {
  points: number;
  msLeft: number;
}

/** By the database's clock, so that no clock of a server, however wrong, lifts a limit or keeps one up. */
const NOW_MS = '(extract(epoch FROM now()) * 1000)::bigint';
const STANDING = `points, (expire - ${NOW_MS})::int AS "msLeft"`;

const COUNT = `
  INSERT INTO rate_limits AS standing (key, points, expire) VALUES ($1, $3, ${NOW_MS} + $2)
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN standing.expire <= ${NOW_MS} THEN $3 ELSE standing.points + $3 END,
    expire = CASE WHEN standing.expire <= ${NOW_MS} THEN excluded.expire ELSE standing.expire END
  RETURNING ${STANDING}`;

const LOOK = `SELECT ${STANDING} FROM rate_limits WHERE key = $1 AND expire > ${NOW_MS}`;
const GIVE_BACK = `UPDATE rate_limits SET points = points - 1 WHERE key = $1 AND points > 0 AND expire > ${NOW_MS}`;
const CLEAR = `DELETE FROM rate_limits WHERE expire <= ${NOW_MS}`;

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
    this.sweeper.every('limits', () => this.dataSource.query(CLEAR));
  }

  /** Takes one point of `name` for `key`. Throws a 429 that tells when to come back once they are used up. */
  async consume(name: LimitName, key: string, message: string = ERRORS.tooManyRequests): Promise<void> {
    if (this.lifted(name)) return;
    const { points, msLeft } = await this.counted(name, key);
    if (points > this.pointsOf(name)) throw this.tooManyFor(msLeft, message);
  }

  /** Takes a point of each, or of none where one of them is used up. */
  async consumeAll(points: LimitKey[]): Promise<void> {
    const taken: LimitKey[] = [];
    try {
      for (const point of points) {
        await this.consume(...point);
        taken.push(point);
      }
    } catch (error) {
      if (error instanceof AppError) await this.refundAll(taken);
      throw error;
    }
  }

  /** For a point that was taken and bought nothing. */
  async refund(name: LimitName, key: string): Promise<void> {
    if (!this.lifted(name)) await this.dataSource.query(GIVE_BACK, [keyOf(name, key)]);
  }

  async refundAll(points: LimitKey[]): Promise<void> {
    for (const point of points) await this.refund(...point);
  }

  /** Counts what has happened already and nobody can refuse any more. Answers whether no more is borne. */
  async penalize(name: LimitName, key: string, points = 1): Promise<boolean> {
    if (this.lifted(name)) return false;
    return (await this.counted(name, key, points)).points >= this.pointsOf(name);
  }

  /** The 429 of `take` where no point is left, and takes none. */
  async assertRemaining(name: LimitName, key: string): Promise<void> {
    if (this.lifted(name)) return;
    const [standing] = await this.dataSource.query<Standing[]>(LOOK, [keyOf(name, key)]);
    if (standing && standing.points >= this.pointsOf(name))
      throw this.tooManyFor(standing.msLeft, ERRORS.tooManyRequests);
  }

  private async counted(name: LimitName, key: string, points = 1): Promise<Standing> {
    const values = [keyOf(name, key), LIMITS[name].seconds * 1000, points];
    const [standing] = await this.dataSource.query<[Standing]>(COUNT, values);
    return standing;
  }

  private tooManyFor(ms: number, message: string): AppError {
    return tooManyRequests(message, new Date(this.clock.now().getTime() + ms));
  }

  private pointsOf(name: LimitName): number {
    const { points, setting: set, share = 1 }: Limit = LIMITS[name];
    return set ? Math.ceil(this.settings[set] * share) : points;
  }

  private lifted(name: LimitName): boolean {
    return this.settings.LIMITS === 'off' && !LIMITS[name].always;
  }
}

/** The address is the last word of a key, which may begin with the account that is tried from it. */
function keyOf(name: LimitName, key: string): string {
  const { per }: Limit = LIMITS[name];
  return `${name}:${per === 'address' ? key.replace(/\S*$/, networkOf) : key}`;
}

export const tooManyRequests = (message: string, retryAt: Date, flags: object = {}): AppError =>
  new AppError(429, message, { ...flags, retryAt: retryAt.toISOString() });
