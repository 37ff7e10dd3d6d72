/** A database that is read-only, hangs, or has another encoding. @slow */
import { describe, expect, it, afterEach, afterAll, beforeAll } from 'vitest';
import { aVisitor, doctorCommand, whileReadOnly, callsTo } from '../builders/index.ts';
import { metricsOf } from '../invariants/leaks.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack, ownStackOnOwnPostgres } from '../support/own-stack.ts';
import { ERRORS } from '@lampstand/contracts';
import { createDataSource, openDatabase } from '../../apps/api/src/platform/database/data-source.ts';
import pg from 'pg';
import { testPostgres } from '../support/postgres.mjs';

const stack = inProcessStack();

describe('A database that can be read and not written', () => {
  it('is found by readiness, the metrics and the doctor, who says what to do', async () => {
    stack.allowLogs(/"code":"(25006|57P01)"|Connection terminated|"message":"job queue"|"msg":"(job queue|could not)/);
    const readiness = async () => {
      const answer = await fetch(`${stack.url}/readyz`);
      return { status: answer.status, ...(await answer.json()) };
    };
    await whileReadOnly(stack, async () => {
      await eventually(async () => (await readiness()).migrated);
      expect(await readiness()).toMatchObject({ status: 503, ready: false, migrated: true, writable: false });
      expect((await aVisitor(stack).signsUp()).status).toBe(503);
      expect((await metricsOf(stack))[0]!.text).toContain('\nlampstand_ready 0\n');
      expect((await doctorCommand(stack)).wrong).toEqual([
        expect.stringMatching(/^WRONG {3}database +The database that DATABASE_URL names is read-only; .*RESET/),
      ]);
    });
    await eventually(async () => (await readiness()).ready);
    expect((await aVisitor(stack).signsUp()).status).toBe(201);
  });
});

describe('A PostgreSQL that keeps its connections and answers nothing', { tags: 'thorough' }, () => {
  const { stack, postgres } = ownStackOnOwnPostgres({ apis: 1, env: { DATABASE_WAIT_SECONDS: '2' } });
  afterEach(() => postgres.thaw());

  const ANSWERED_WITHIN_MS = 20_000;

  it('makes the server answer visitors 503 after about ten seconds, until PostgreSQL goes on', async () => {
    const visitor = aVisitor(stack);
    expect((await visitor.signsUp()).status).toBe(201);
    stack.allowLogs(/./);
    postgres.freeze();
    const begun = performance.now();
    const answers = await Promise.all([1, 2, 3].map(() => callsTo(stack).post('check-user-exists', visitor.details)));
    expect(performance.now() - begun).toBeLessThan(ANSWERED_WITHIN_MS);
    for (const { status, body } of answers)
      expect({ status, body }).toEqual({ status: 503, body: { error: ERRORS.database, databaseError: true } });
    postgres.thaw();
    await eventually(async () => (await fetch(`${stack.apiUrls[0]}/readyz`)).status === 200, { within: 30_000 });
    expect((await aVisitor(stack).signsUp()).status).toBe(201);
  }, 90_000);

  it('is not seen in a statement that takes long while PostgreSQL answers others', async () => {
    const dataSource = await createDataSource(postgres.url, 2).initialize();
    expect(await dataSource.query('SELECT pg_sleep(18), 1 AS done')).toMatchObject([{ done: 1 }]);
    await dataSource.destroy();
  }, 60_000);
});

describe('The encoding of a database', () => {
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
});
