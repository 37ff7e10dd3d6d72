import type { ActivityAnswer, ActivityBody } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { monthOf } from './billing-month.ts';

/** Counts each person once in a billing month of their account, however often an event is told. One statement a batch. */
@Injectable()
export class CountActivity {
  constructor(private readonly dataSource: DataSource) {}

  async execute({ events }: ActivityBody): Promise<ActivityAnswer> {
    const [row] = await this.dataSource.query<[{ counted: number; refused: number }]>(COUNT, [
      events.map(({ accountId }) => accountId),
      events.map(({ userId }) => userId),
      events.map(({ at }) => at),
    ]);
    const { counted, refused } = row;
    return { counted, known: events.length - counted - refused, refused };
  }
}

/** In the order of the key, so that batches at the same time never wait for each other in a circle. */
const COUNT = `
WITH told AS (SELECT * FROM unnest($1::bigint[], $2::text[], $3::timestamptz[]) AS told (account_id, user_id, at)),
placed AS (SELECT s.id, ${monthOf('told.at', 's.trial_ends_at')} AS month, told.user_id, min(told.at) AS at
             FROM told JOIN subscriptions s ON s.id = told.account_id AND s.state <> 'canceled'
            GROUP BY 1, 2, 3 ORDER BY 1, 2, 3),
counted AS (INSERT INTO active_users (subscription_id, month, user_id, first_at) SELECT * FROM placed ON CONFLICT DO NOTHING RETURNING 1)
SELECT (SELECT count(*)::int FROM counted) AS counted,
       (SELECT count(*)::int FROM told WHERE NOT EXISTS (SELECT FROM subscriptions s WHERE s.id = account_id AND s.state <> 'canceled')) AS refused`;
