import { ERRORS } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../clock/clock.ts';
import { Settings } from '../config/index.ts';
import { queryPrepared } from '../database/queries.ts';
import { AppError, tooManyRequests } from '../errors.ts';
import { networkOf, type Prefix } from '../ip-address.ts';
import { Every } from '../jobs/decorators.ts';
import { currentRequest } from '../request-context.ts';
import { Dials } from './dials.ts';
import { type AddressLimit, type Limit, type LimitName, LIMITS } from './limits.ts';

/** A limit and what it counts. A limit per address counts the address of the current request, with or without a key. */
export type LimitKey = [name: AddressLimit, key?: string] | [name: LimitName, key: string];

interface Usage {
  points: number;
  msLeft: number;
}

/** The database's real time: the clocks of servers and of the sandbox do not affect limits. */
const NOW_MS = '(extract(epoch FROM now()) * 1000)::bigint';
const USAGE = `points, (expire - ${NOW_MS})::int AS "msLeft"`;

/** Adds `$3` points unless they would be more than `$4`; a refused attempt counts nothing, so that a refund frees a point. */
const ADD = `
  INSERT INTO rate_limits AS usage (key, points, expire) SELECT $1::text, $3::int, ${NOW_MS} + $2::int WHERE $3 <= $4::int
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN usage.expire <= ${NOW_MS} THEN $3 ELSE usage.points + $3 END,
    expire = CASE WHEN usage.expire <= ${NOW_MS} THEN excluded.expire ELSE usage.expire END
  WHERE usage.expire <= ${NOW_MS} OR usage.points + $3 <= $4
  RETURNING ${USAGE}`;
const UNBOUNDED = 2 ** 31 - 1;

const FIND = `SELECT ${USAGE} FROM rate_limits WHERE key = $1 AND expire > ${NOW_MS}`;
const REFUND = `UPDATE rate_limits SET points = points - 1 WHERE key = $1 AND points > 0 AND expire > ${NOW_MS}`;
const USED_MOST = `
  SELECT substr(key, length($1) + 1) AS key, points FROM rate_limits
   WHERE starts_with(key, $1) AND points > 0 AND expire > ${NOW_MS} ORDER BY points DESC, key LIMIT $2`;
const DELETE_EXPIRED = `DELETE FROM rate_limits WHERE expire <= ${NOW_MS}`;

/** Fixed-window rate limits of `limits.ts`, shared by all replicas in the table `rate_limits`. */
@Injectable()
export class Limiter {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly dials: Dials,
  ) {}

  @Every('limits')
  async deleteExpired(): Promise<void> {
    await this.dataSource.query(DELETE_EXPIRED);
  }

  /** Consumes one point. Throws `tooManyRequests` with `retryAt` when none is left. */
  consume(...point: LimitKey): Promise<void> {
    return this.consumeAll([point]);
  }

  /** Consumes one point; how many are left after it. Undefined when none was. */
  async consumeIfLeft(...[name, key]: LimitKey): Promise<number | undefined> {
    if (this.isOff(name)) return Infinity;
    const { kept = 0 }: Limit = LIMITS[name];
    const ofNetwork = kept ? networkKeyOf(name, key) : undefined;
    const again = ofNetwork !== undefined && (await this.add(name, ofNetwork))!.points > 1;
    const max = (await this.pointsOf(name)) - (again ? kept : 0);
    const usage = await this.add(name, keyOf(name, key), { max });
    if (usage) return max - usage.points;
    if (ofNetwork) await this.query(REFUND, [ofNetwork]);
    return undefined;
  }

  /** Consumes one point of each limit, or of none when one of them is used up. */
  async consumeAll(points: LimitKey[]): Promise<void> {
    const usedUp = await this.firstUsedUp(points);
    if (!usedUp) return;
    const [name, key] = usedUp;
    const [usage] = await this.query(FIND, [keyOf(name, key)]);
    throw this.refusalOf(name, usage?.msLeft ?? LIMITS[name].seconds * 1000);
  }

  /** `consumeAll` that answers whether all had a point left. */
  async hasConsumedAll(points: LimitKey[]): Promise<boolean> {
    return !(await this.firstUsedUp(points));
  }

  private async firstUsedUp(points: LimitKey[]): Promise<LimitKey | undefined> {
    for (const [index, point] of points.entries()) {
      if ((await this.consumeIfLeft(...point)) !== undefined) continue;
      await this.refundAll(points.slice(0, index));
      return point;
    }
    return undefined;
  }

  /** Returns a point that was consumed for something that did not happen. */
  async refund(...[name, key]: LimitKey): Promise<void> {
    if (this.isOff(name)) return;
    await this.query(REFUND, [keyOf(name, key)]);
    if (LIMITS[name].kept) await this.query(REFUND, [networkKeyOf(name, key)]);
  }

  async refundAll(points: LimitKey[]): Promise<void> {
    for (const point of points) await this.refund(...point);
  }

  /** Adds points for something that has already happened. Whether the limit is now reached. */
  async penalize(name: LimitName, key: string, points = 1): Promise<boolean> {
    if (this.isOff(name)) return false;
    return (await this.add(name, keyOf(name, key), { points }))!.points >= (await this.pointsOf(name));
  }

  /** Throws like `consume` when no point is left; consumes none. */
  async assertRemaining(name: LimitName, key: string): Promise<void> {
    const msLeft = await this.msUntilFree(name, key);
    if (msLeft) throw this.refusalOf(name, msLeft);
  }

  /** When the next point is there, if none is left now. */
  async freeAt(name: LimitName, key: string): Promise<Date | undefined> {
    const msLeft = await this.msUntilFree(name, key);
    return msLeft ? this.after(msLeft) : undefined;
  }

  /** How many points are left. */
  async remaining(name: LimitName, key: string): Promise<number> {
    const [usage] = await this.query(FIND, [keyOf(name, key)]);
    return Math.max(0, (await this.pointsOf(name)) - (usage?.points ?? 0));
  }

  private async msUntilFree(name: LimitName, key: string): Promise<number> {
    if (this.isOff(name)) return 0;
    const [usage] = await this.query(FIND, [keyOf(name, key)]);
    const { kept = 0 }: Limit = LIMITS[name];
    const again = kept && (await this.query(FIND, [networkKeyOf(name, key)]))[0]?.points;
    return usage && usage.points >= (await this.pointsOf(name)) - (again ? kept : 0) ? usage.msLeft : 0;
  }

  private async add(name: LimitName, key: string, { points = 1, max = UNBOUNDED } = {}): Promise<Usage | undefined> {
    const [usage] = await this.query(ADD, [key, LIMITS[name].seconds * 1000, points, max]);
    return usage;
  }

  private query(sql: string, parameters: unknown[]): Promise<Usage[]> {
    return queryPrepared(this.dataSource.manager, sql, parameters);
  }

  private refusalOf(name: LimitName, ms: number): AppError {
    return tooManyRequests(LIMITS[name].refusal ?? ERRORS.tooManyRequests, this.after(ms));
  }

  private after(ms: number): Date {
    return new Date(this.clock.now().getTime() + ms);
  }

  /** What a limit allows now. */
  async pointsOf(name: LimitName): Promise<number> {
    const { points, setting, share = 1 }: Limit = LIMITS[name];
    if (!setting) return points;
    const most = setting === 'UNPROVEN_CODES' ? await this.dials.unprovenCodes() : this.settings[setting];
    return Math.ceil(most * share);
  }

  /** The keys that have used most of a limit, without its name. */
  async usedMost(name: LimitName, most: number): Promise<{ key: string; points: number }[]> {
    return this.dataSource.query(USED_MOST, [`${name}:`, most]);
  }

  private isOff(name: LimitName): boolean {
    return this.settings.LIMITS === 'off' && !LIMITS[name].always;
  }
}

/** With `per`, the key ends with the network of the request's address. */
function keyOf(name: LimitName, key = ''): string {
  const { per }: Limit = LIMITS[name];
  const network = per ? networkOfRequest(per === 'address' ? undefined : per) : '';
  return `${name}:${[key, network].filter(Boolean).join(' ')}`;
}

/** How much the network of the request has used of a limit with `kept`. */
const networkKeyOf = (name: LimitName, key = ''): string => `${name}:${key} ${networkOfRequest(48)}`;

function networkOfRequest(prefix?: Prefix): string {
  const { address, network } = currentRequest();
  return networkOf(address ?? network?.replace(/\/.*/, ''), prefix);
}
