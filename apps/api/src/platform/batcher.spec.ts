import { describe, expect, it } from '@jest/globals';
import { Batcher } from './batcher.ts';

/** A batcher whose writes end when the test says so. */
function aBatcher(maxItems?: number) {
  const writes: { items: string[]; done: () => void; failed: (error: Error) => void }[] = [];
  const write = (items: string[]) => new Promise<void>((done, failed) => void writes.push({ items, done, failed }));
  return { batcher: new Batcher(write, maxItems), writes };
}

describe('a batcher', () => {
  it('writes the first item at once, and together what arrives during a write', async () => {
    const { batcher, writes } = aBatcher();
    const [first, second, third] = ['one', 'two', 'three'].map((item) => batcher.add(item));
    expect(writes.map(({ items }) => items)).toEqual([['one']]);
    writes[0]?.done();
    await first;
    expect(writes[1]?.items).toEqual(['two', 'three']);
    writes[1]?.done();
    await Promise.all([second, third]);
    expect(writes).toHaveLength(2);
  });

  it('rejects the items of a batch that fails, and writes the next one', async () => {
    const { batcher, writes } = aBatcher();
    const [first, second] = [batcher.add('one'), batcher.add('two')];
    writes[0]?.failed(new Error('connection lost'));
    await expect(first).rejects.toThrow('connection lost');
    writes[1]?.done();
    await expect(second).resolves.toBeUndefined();
  });

  it('writes no more than its limit at once', async () => {
    const { batcher, writes } = aBatcher(2);
    const all = ['one', 'two', 'three', 'four'].map((item) => batcher.add(item));
    for (let turn = 0; turn < 3; turn += 1) {
      writes[turn]?.done();
      await new Promise(setImmediate);
    }
    await Promise.all(all);
    expect(writes.map(({ items }) => items.length)).toEqual([1, 2, 1]);
  });
});
