import { describe, expect, it } from 'vitest';
import { log } from '../logging.ts';
import { forEachIndependently, SweepRows, whileFull } from './sweep-rows.ts';

log.level = 'silent';

describe('the rows of a sweep', () => {
  it('are processed although one of them fails', async () => {
    const done: number[] = [];
    const rows = new SweepRows('test');
    await rows.each([1, 2, 3], async (id) => {
      if (id === 1) throw new Error('no');
      done.push(id);
    });
    expect(done).toEqual([2, 3]);
    expect(rows.backedOff()).toEqual([1]);
  });

  it('back off after each failure, doubling up to 15 minutes, until they succeed', async () => {
    let now = 0;
    const rows = new SweepRows('test', () => now);
    const lengths: number[] = [];
    for (let time = 0; time < 12; time += 1) {
      await rows.each([1], () => Promise.reject(new Error('no')));
      const begun = now;
      while (rows.backedOff().length) now += 1000;
      lengths.push((now - begun) / 1000);
    }
    expect(lengths).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900, 900]);
    await rows.each([1], async () => {});
    await rows.each([1], () => Promise.reject(new Error('no')));
    now += 5000;
    expect(rows.backedOff()).toEqual([]);
  });
});

describe('a sweep in batches', () => {
  it('goes on while its batches are full, for four minutes at most', async () => {
    const batches = [50, 50, 7, 50];
    await whileFull(50, async () => batches.shift()!);
    expect(batches).toEqual([50]);
    let now = 0;
    await whileFull(
      50,
      async () => ((now += 60_000), 50),
      () => now,
    );
    expect(now).toBe(240_000);
  });
});

describe('the rows of a job', () => {
  it('are all processed, and the job fails with the first failure', async () => {
    const done: number[] = [];
    const job = forEachIndependently([1, 2, 3], async (row) => {
      if (row < 3) throw new Error(`no ${row}`);
      done.push(row);
    });
    await expect(job).rejects.toThrow('no 1');
    expect(done).toEqual([3]);
  });
});
