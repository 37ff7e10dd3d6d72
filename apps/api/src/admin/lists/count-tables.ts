import type { DatabaseStats } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const TABLES = [
  'users',
  'trial_signups',
  'ambassador_applications',
  'subscriptions',
  'prices',
  'products',
  'payments',
  'churches',
] as const satisfies (keyof DatabaseStats)[];

/** The row counts of the database page. A table that does not exist counts 0. */
@Injectable()
export class CountTables {
  constructor(private readonly dataSource: DataSource) {}

  async execute(): Promise<DatabaseStats> {
    const present = await this.dataSource.query<{ name: string }[]>(
      'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NOT NULL',
      [TABLES],
    );
    const counts = present.map(({ name }) => `(SELECT count(*)::int FROM "${name}") AS "${name}"`);
    const [counted] = await this.dataSource.query<[Partial<DatabaseStats>]>(`SELECT ${counts.join(', ')}`);
    return Object.fromEntries(TABLES.map((name) => [name, counted[name] ?? 0])) as DatabaseStats;
  }
}
