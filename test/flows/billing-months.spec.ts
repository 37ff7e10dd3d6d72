import { describe, expect, it } from '@jest/globals';
import { monthOf } from '../../apps/api/src/billing/usage/billing-month.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();

/** The months an instant of each kind falls into: when month `n` begins, and a second before. */
const monthsAround = (ends: string, zone: string) =>
  stack.query(
    `WITH zone AS MATERIALIZED (SELECT set_config('TimeZone', $2, true)),
     begun AS (SELECT n, (($1::timestamptz AT TIME ZONE 'UTC') + n * interval '1 month') AT TIME ZONE 'UTC' AS at
                 FROM zone, generate_series(0, 30) AS n)
     SELECT n, ${monthOf('at', '$1::timestamptz')} AS begins, ${monthOf(`at - interval '1 second'`, '$1::timestamptz')} AS before
       FROM begun ORDER BY n`,
    [ends, zone],
  );

describe('a billing month', () => {
  it.each([
    '2026-01-31T23:30:00Z',
    '2026-01-30T05:00:00Z',
    '2028-02-29T12:00:00Z',
    '2026-03-31T00:00:00Z',
    '2026-08-31T03:15:00Z',
    '2026-03-08T08:30:00Z',
    '2026-11-01T06:30:00Z',
    '2026-12-20T15:00:00Z',
  ])('of a trial that ended at %s begins when the provider bills it, wherever the server stands', async (ends) => {
    for (const zone of ['UTC', 'America/Chicago', 'Asia/Tokyo'])
      for (const { n, begins, before } of await monthsAround(ends, zone))
        expect({ n, begins, before }).toEqual({ n, begins: n + 1, before: n });
  });
});
