import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { Settings } from '../config/index.ts';
import { Measures } from '../health/measures.ts';

const poolUsed = new Gauge({
  name: 'lampstand_database_pool_used',
  help: 'Connections in use for requests, of this process',
});
const poolMax = new Gauge({ name: 'lampstand_database_pool_max', help: 'The setting DATABASE_POOL' });
const connections = new Gauge({ name: 'lampstand_database_connections', help: 'Connections to PostgreSQL, of anyone' });
const connectionsMax = new Gauge({
  name: 'lampstand_database_connections_max',
  help: 'max_connections of PostgreSQL, without those that it keeps for its administrators',
});

/** How near the connections are to their limits, beyond which calls answer 503. */
@Injectable()
export class DatabaseConnections {
  constructor(
    private readonly dataSource: DataSource,
    { DATABASE_POOL }: Settings,
  ) {
    // TypeORM has no type for it.
    const pool = (dataSource.driver as PostgresDriver).master as Pool;
    // Read after the measures of a scrape, which use connections, too.
    Object.assign(poolUsed, { collect: () => poolUsed.set(pool.totalCount - pool.idleCount) });
    poolMax.set(DATABASE_POOL);
  }

  @Measures(connections)
  async used(): Promise<number> {
    return this.read('SELECT sum(numbackends)::int AS value FROM pg_stat_database');
  }

  @Measures(connectionsMax)
  async most(): Promise<number> {
    return this.read(
      `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS value`,
    );
  }

  private async read(sql: string): Promise<number> {
    const [{ value }] = await this.dataSource.query<[{ value: number }]>(sql);
    return value;
  }
}
