import { describe, expect, it, jest } from '@jest/globals';
import type PgBoss from 'pg-boss';
import { log } from '../logging.ts';
import { Worker } from './worker.ts';

log.level = 'silent';

/** A fake pg-boss: jobs to fetch, and how they were completed. */
function aQueue(jobs: string[], write: () => Promise<void> = async () => {}) {
  const written: string[] = [];
  const end = (how: string) => async (_queue: string, id: string) => {
    await write();
    written.push(`${how} ${id}`);
  };
  const boss = {
    fetch: async () => jobs.splice(0, 1).map((id) => ({ id, name: 'queue', data: {} })),
    complete: end('complete'),
    fail: end('fail'),
  };
  return { boss: boss as unknown as PgBoss, written };
}

const LEASE = 60;
const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise(setImmediate);
};

describe('a worker', () => {
  it('stores the result of each job and fetches the next', async () => {
    const { boss, written } = aQueue(['one', 'two', 'three']);
    const handle = async ({ id }: { id: string }) => {
      if (id === 'two') throw new Error('no');
    };
    const worker = new Worker(boss, 'queue', handle, LEASE);
    await until(() => written.length === 3);
    await worker.stop();
    expect(written).toEqual(['complete one', 'fail two', 'complete three']);
  });

  it('stores the result later when the database is unavailable at the end of a job', async () => {
    let away = 1;
    const { boss, written } = aQueue(['one'], async () => {
      if (away--) throw new Error('connect ECONNREFUSED');
    });
    const worker = new Worker(boss, 'queue', async () => {}, LEASE);
    await until(() => written.length > 0);
    expect(written).toEqual(['complete one']);
    await worker.stop();
  });

  it('gives up a job when its lease expires, even if the clock of the machine is set back', async () => {
    let [away, now] = [1, Date.now()];
    const { boss, written } = aQueue(['one', 'two'], async () => {
      if (away--) throw new Error('connect ECONNREFUSED');
    });
    const set = jest.spyOn(Date, 'now').mockImplementation(() => (now -= 7_200_000));
    const worker = new Worker(boss, 'queue', async () => {}, 0);
    await until(() => written.length > 0);
    set.mockRestore();
    await worker.stop();
    expect(written).toEqual(['complete two']);
  });

  it('finishes the running job when stopped, and fetches no other', async () => {
    const { boss, written } = aQueue(['one', 'two']);
    let finish: (() => void) | undefined;
    const worker = new Worker(boss, 'queue', () => new Promise<void>((done) => (finish = done)), LEASE);
    await until(() => finish !== undefined);
    const stopped = worker.stop();
    finish?.();
    await stopped;
    expect(written).toEqual(['complete one']);
  });

  it('hands back a job that does not end', async () => {
    const { boss, written } = aQueue(['one']);
    let begun = false;
    const worker = new Worker(boss, 'queue', () => new Promise<void>(() => (begun = true)), LEASE);
    await until(() => begun);
    await worker.handBack();
    expect(written).toEqual(['fail one']);
  });

  it('fetches a job when notified', async () => {
    const jobs: string[] = [];
    const { boss, written } = aQueue(jobs);
    const worker = new Worker(boss, 'queue', async () => {}, LEASE);
    await new Promise(setImmediate);
    jobs.push('late');
    worker.notify();
    await until(() => written.length > 0);
    await worker.stop();
    expect(written).toEqual(['complete late']);
  });
});
