/** Which names of a transaction are passed on, and when: workers must not look for a job that is not committed. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DataSource, EntityManager } from 'typeorm';
import { createDataSource } from '../../apps/api/src/platform/database/data-source.ts';
import { AfterCommit } from '../../apps/api/src/platform/jobs/after-commit.ts';
import { sharedStack } from '../support/index.ts';

const stack = sharedStack();
const notified: string[] = [];
const afterCommit = new AfterCommit((queue) => notified.push(queue));
let dataSource: DataSource;

beforeAll(async () => {
  dataSource = await createDataSource(stack.databaseUrl, 2).initialize();
  dataSource.subscribers.push(afterCommit);
});
afterAll(() => dataSource.destroy());

const notifiedBy = async (work: (tx: EntityManager) => Promise<unknown>): Promise<string[]> => {
  notified.length = 0;
  await dataSource.transaction(work);
  return [...notified];
};

it('notifies each queue once, after the commit', async () => {
  const after = await notifiedBy(async (tx) => {
    for (const queue of ['one', 'two', 'one']) afterCommit.collect(tx, queue);
    expect(notified).toEqual([]);
  });
  expect(after).toEqual(['one', 'two']);
});

it('notifies nothing after a rollback, nor in the next transaction of the same connection', async () => {
  const runner = dataSource.createQueryRunner();
  notified.length = 0;
  await runner.startTransaction();
  afterCommit.collect(runner.manager, 'one');
  await runner.rollbackTransaction();
  await runner.startTransaction();
  await runner.commitTransaction();
  await runner.release();
  expect(notified).toEqual([]);
});

it('notifies nothing when the commit fails', async () => {
  const failing = notifiedBy(async (tx) => {
    afterCommit.collect(tx, 'one');
    await tx.query('CREATE TEMP TABLE late (id int UNIQUE DEFERRABLE INITIALLY DEFERRED) ON COMMIT DROP');
    await tx.query('INSERT INTO late VALUES (1), (1)');
  });
  await expect(failing).rejects.toThrow('duplicate key');
  expect(notified).toEqual([]);
});

it('waits for the outer transaction of a nested one', async () => {
  const after = await notifiedBy(async (tx) => {
    await tx.transaction(async (nested) => afterCommit.collect(nested, 'one'));
    expect(notified).toEqual([]);
  });
  expect(after).toEqual(['one']);
});

it('refuses a job outside a transaction', () => {
  expect(() => afterCommit.collect(dataSource.manager, 'one')).toThrow('one: outside a transaction');
});
