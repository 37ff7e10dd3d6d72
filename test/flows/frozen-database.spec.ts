/** A PostgreSQL that hangs: it keeps its connections and answers nothing. @thorough */
import { afterEach, expect, it } from 'vitest';
import { ERRORS } from '@lampstand/contracts';
import { aVisitor, callsTo } from '../builders/index.ts';
import { createDataSource } from '../../apps/api/src/platform/database/data-source.ts';
import { eventually } from '../support/index.ts';
import { ownStackOnOwnPostgres } from '../support/own-stack.ts';

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
