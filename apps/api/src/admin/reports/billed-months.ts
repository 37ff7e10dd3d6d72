import type { BilledMonth } from '@lampstand/contracts/back-office';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Settings } from '../../platform/config/index.ts';
import { Sweeper } from '../../platform/jobs/sweeper.ts';
import { type Sql, sql } from '../lists/sql.ts';
import { inOneSnapshot } from './signup-counts.ts';

const PAID = sql`SELECT paid_at, plan, 1 AS invoices, paid_in_cents AS cents FROM payments WHERE paid_at IS NOT NULL AND paid_in_cents > 0`;
const WAITING = sql`SELECT paid_at, plan, invoices, cents FROM changed_payments`;

/** The first day of the month in which an invoice was paid. */
const monthIn = (zone: Sql) => sql`date_trunc('month', paid_at AT TIME ZONE ${zone})::date`;
const ADDED = sql`ON CONFLICT (zone, month, plan) DO UPDATE
  SET invoices = billed_months.invoices + excluded.invoices, cents = billed_months.cents + excluded.cents`;

/**
 * Keeps the sums of paid invoices by month and plan. Triggers note each invoice that was paid or is paid no more; a sweep adds
 * the notes to the months, and until then a reading does. The months of another time zone are sums of their own.
 */
@Injectable()
export class BilledMonths implements OnApplicationBootstrap {
  private readonly zone: Sql;

  constructor(
    private readonly dataSource: DataSource,
    private readonly sweeper: Sweeper,
    settings: Settings,
  ) {
    this.zone = sql`${settings.ORG_TIME_ZONE}::text`;
  }

  onApplicationBootstrap(): void {
    this.sweeper.every('billed months', () => this.update());
  }

  /** The months since a day, newest first. Summed from the invoices while no sums of this zone are kept. */
  async since(day: Sql): Promise<BilledMonth[]> {
    const kept = await this.read(
      sql`SELECT month, plan, invoices, cents FROM billed_months WHERE zone = ${this.zone}
          UNION ALL SELECT ${monthIn(this.zone)}, plan, invoices, cents FROM (${WAITING}) AS waiting
                     WHERE EXISTS (SELECT FROM billed_months WHERE zone = ${this.zone})`,
      day,
    );
    return kept.length
      ? kept
      : this.read(sql`SELECT ${monthIn(this.zone)} AS month, plan, invoices, cents FROM (${PAID}) AS paid`, day);
  }

  /** Moves all notes into the months, and sums the invoices where this zone has no months yet. */
  async update(): Promise<void> {
    await inOneSnapshot(this.dataSource, 'billed months', async (tx) => {
      await run(
        tx,
        sql`WITH waiting AS (DELETE FROM changed_payments RETURNING paid_at, plan, invoices, cents),
                 zones AS (SELECT DISTINCT zone FROM billed_months)
            INSERT INTO billed_months (zone, month, plan, invoices, cents)
            SELECT zone, ${monthIn(sql`zone`)}, plan, sum(invoices), sum(cents) FROM waiting, zones GROUP BY 1, 2, 3 ${ADDED}`,
      );
      await run(
        tx,
        sql`INSERT INTO billed_months (zone, month, plan, invoices, cents)
            SELECT ${this.zone}, ${monthIn(this.zone)}, plan, sum(invoices), sum(cents) FROM (${PAID}) AS paid
             WHERE NOT EXISTS (SELECT FROM billed_months WHERE zone = ${this.zone}) GROUP BY 1, 2, 3`,
      );
    });
  }

  private read(months: Sql, since: Sql): Promise<BilledMonth[]> {
    return run<BilledMonth>(
      this.dataSource,
      sql`
        SELECT to_char(month, 'YYYY-MM') AS month, sum(invoices)::int AS invoices, json_object_agg(plan, cents) AS cents
          FROM (SELECT month, plan, sum(invoices) AS invoices, sum(cents)::float8 AS cents FROM (${months}) AS months
                 WHERE month >= ${since} GROUP BY 1, 2 HAVING sum(invoices) > 0) AS by_plan
         GROUP BY by_plan.month ORDER BY by_plan.month DESC`,
    );
  }
}

const run = <Row>(of: DataSource | EntityManager, statement: Sql) => of.query<Row[]>(...statement.parameterized);
