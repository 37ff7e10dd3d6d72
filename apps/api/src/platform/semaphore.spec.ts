import { describe, expect, it } from 'vitest';
import { Semaphore } from './semaphore.ts';

describe('the semaphore', () => {
  it('runs a limited number at once, in order, and continues after a failure', async () => {
    const semaphore = new Semaphore(2);
    const begun: number[] = [];
    const endings: ((error?: Error) => void)[] = [];
    const work = (index: number) => () => {
      begun.push(index);
      return new Promise<void>((done, failed) => (endings[index] = (error) => (error ? failed(error) : done())));
    };
    const all = [0, 1, 2, 3].map((index) => semaphore.run(work(index)));
    expect(begun).toEqual([0, 1]);
    endings[1]!(new Error('no'));
    await expect(all[1]).rejects.toThrow('no');
    expect(begun).toEqual([0, 1, 2]);
    endings[0]!();
    await all[0];
    expect(begun).toEqual([0, 1, 2, 3]);
    for (const index of [2, 3]) endings[index]!();
    await Promise.all(all.slice(2));
    await semaphore.run(async () => begun.push(4));
    expect(begun).toHaveLength(5);
  });
});
