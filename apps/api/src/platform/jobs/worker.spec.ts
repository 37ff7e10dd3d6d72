import { describe, expect, it, jest } from '@jest/globals';
import { log } from '../logging.ts';
import { Worker, type WorkerOptions } from './worker.ts';

log.level = 'silent';

type Options = WorkerOptions<{ id: string }>;

/** A worker of `jobs`, and how they were written. */
function aWorker(
  jobs: string[],
  { write = async () => {}, ...options }: Partial<Options> & { write?: () => Promise<void> },
) {
  const written: string[] = [];
  const end = (how: string) => async (ids: string | string[]) => {
    await write();
    written.push(`${how} ${[ids].flat().join(' ')}`);
  };
  const worker = new Worker({
    queue: 'queue',
    fetchJobs: async (count) => jobs.splice(0, count).map((id) => ({ id })),
    handle: async () => {},
    complete: end('complete'),
    fail: end('fail'),
    concurrency: 1,
    expireInSeconds: 60,
    ...options,
  });
  return { worker, written };
}

const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise(setImmediate);
};

describe('a worker', () => {
  it('stores the result of each job and fetches the next', async () => {
    const handle = async ({ id }: { id: string }) => {
      if (id === 'two') throw new Error('no');
    };
    const { worker, written } = aWorker(['one', 'two', 'three'], { handle });
    await until(() => written.length === 3);
    await worker.stop();
    expect(written).toEqual(['complete one', 'fail two', 'complete three']);
  });

  it('stores the result later when the database is unavailable at the end of a job', async () => {
    let away = 1;
    const write = async () => {
      if (away--) throw new Error('connect ECONNREFUSED');
    };
    const { worker, written } = aWorker(['one'], { write });
    await until(() => written.length > 0);
    expect(written).toEqual(['complete one']);
    await worker.stop();
  });

  it('gives up a job when its lease expires, even if the clock of the machine is set back', async () => {
    let [away, now] = [1, Date.now()];
    const write = async () => {
      if (away--) throw new Error('connect ECONNREFUSED');
    };
    const set = jest.spyOn(Date, 'now').mockImplementation(() => (now -= 7_200_000));
    const { worker, written } = aWorker(['one', 'two'], { write, expireInSeconds: 0 });
    await until(() => written.length > 0);
    set.mockRestore();
    await worker.stop();
    expect(written).toEqual(['complete two']);
  });

  it('finishes the running job when stopped, and fetches no other', async () => {
    let finish: (() => void) | undefined;
    const handle = () => new Promise<void>((done) => (finish = done));
    const { worker, written } = aWorker(['one', 'two'], { handle });
    await until(() => finish !== undefined);
    const stopped = worker.stop();
    finish?.();
    await stopped;
    expect(written).toEqual(['complete one']);
  });

  it('hands back a job that does not end', async () => {
    let begun = false;
    const { worker, written } = aWorker(['one'], { handle: () => new Promise<void>(() => (begun = true)) });
    await until(() => begun);
    await worker.handBack();
    expect(written).toEqual(['fail one']);
  });

  it('runs as many jobs at once as it may, says when it has no room, and completes those that end together in one write', async () => {
    const running: (() => void)[] = [];
    const onFull = jest.fn();
    const handle = () => new Promise<void>((done) => void running.push(done));
    const { worker, written } = aWorker(['one', 'two', 'three'], { handle, concurrency: 3, onFull });
    await until(() => running.length === 3);
    expect(onFull).toHaveBeenCalledTimes(1);
    for (const done of running) done();
    await until(() => written.length === 2);
    await worker.stop();
    expect(written).toEqual(['complete one', 'complete two three']);
  });

  it('fetches a job when notified', async () => {
    const jobs: string[] = [];
    const { worker, written } = aWorker(jobs, {});
    await new Promise(setImmediate);
    jobs.push('late');
    worker.notify();
    await until(() => written.length > 0);
    await worker.stop();
    expect(written).toEqual(['complete late']);
  });
});
