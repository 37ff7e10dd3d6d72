/** The counters of the rate limits. */
import type { Stack } from '../support/index.ts';

const keyOf = (limit: string, of: string | number) => `${limit}:${of}`;

/** All counters. */
export const limitCounters = (stack: Stack): Promise<{ key: string; points: number }[]> =>
  stack.query('SELECT * FROM rate_limits ORDER BY key');

/** How often a limit has counted for this phone, sign-up or address. */
export const timesCounted = async (stack: Stack, limit: string, of: string | number): Promise<number> =>
  (await limitCounters(stack)).find(({ key }) => key === keyOf(limit, of))?.points ?? 0;

/** A limit has counted so many times; if it has not counted before, it forgets them in an hour. */
export const countTimes = (stack: Stack, limit: string, of: string | number, times: number) =>
  stack.query(
    `INSERT INTO rate_limits (key, points, expire) VALUES ($1, $2, extract(epoch FROM now() + interval '1 hour') * 1000)
     ON CONFLICT (key) DO UPDATE SET points = excluded.points`,
    [keyOf(limit, of), times],
  );

/** The limits whose names begin so have counted nothing. */
export const forgetCounts = (stack: Stack, start: string) =>
  stack.query(`DELETE FROM rate_limits WHERE key LIKE $1 || '%'`, [start]);

/** Ends the 30 seconds in which the link of a sign-up is not mailed again. */
export const linkPauseEnds = (stack: Stack, id: number) =>
  stack.query('DELETE FROM rate_limits WHERE key = $1', [keyOf('linksInARowPerTrial', id)]);
