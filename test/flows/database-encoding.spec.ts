import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDataSource, openDatabase } from '../../apps/api/src/platform/database/data-source.ts';
import { testPostgres } from '../support/postgres.mjs';

const NAME = `latin_${process.pid}`;
let postgres: Awaited<ReturnType<typeof testPostgres>>;
let admin: pg.Client;
beforeAll(async () => {
  postgres = await testPostgres();
  admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${NAME} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
});
afterAll(async () => {
  await admin.query(`DROP DATABASE ${NAME}`);
  await admin.end();
  await postgres.stop();
});

it('A database that is not UTF-8 is refused at the start, with the statement that creates one', async () => {
  const url = new URL(postgres.url);
  url.pathname = NAME;
  await expect(openDatabase('DATABASE_URL', createDataSource(url.href, 2))).rejects.toThrow(
    /DATABASE_URL names stores LATIN1.*ENCODING 'UTF8' TEMPLATE template0/,
  );
});
