import { describe, expect, it } from 'vitest';
import { SharedPoll } from './shared-poll.ts';

const IDS = Array.from({ length: 100 }, (_, at) => at + 1);

/** Rows whose state becomes "done" with the third query for several; one id has no row. */
function table({ fails = false } = {}) {
  const queries: number[][] = [];
  const poll = new SharedPoll(async (ids: number[]) => {
    queries.push(ids);
    const rounds = queries.filter(({ length }) => length > 1).length;
    if (fails && ids.length > 1) throw new Error('database gone');
    return ids.filter((id) => id !== 100).map((id) => ({ id, state: rounds < 3 ? 'waits' : 'done' }));
  });
  return { poll, queries };
}
const isDone = (row: { state: string } | undefined) => row?.state !== 'waits';

describe('a shared poll', () => {
  it('asks once a round for all who wait, after a look of each for itself', async () => {
    const { poll, queries } = table();
    const rows = await Promise.all(IDS.map((id) => poll.until(id, isDone, 60_000)));
    expect(rows.map((row) => row?.state ?? 'none')).toEqual([...Array(99).fill('done'), 'none']);
    expect(queries.slice(0, 100)).toEqual(IDS.map((id) => [id]));
    expect(queries.slice(100)).toEqual([IDS.slice(0, 99), IDS.slice(0, 99), IDS.slice(0, 99)]);
  });

  it('gives the row as it is when the time is over', async () => {
    const { poll, queries } = table();
    expect(await poll.until(1, isDone, 0)).toEqual({ id: 1, state: 'waits' });
    expect(queries).toEqual([[1]]);
  });

  it('fails for all who wait when the query fails, and asks again for the next', async () => {
    const { poll } = table({ fails: true });
    const waits = await Promise.allSettled([1, 2].map((id) => poll.until(id, isDone, 60_000)));
    expect(waits.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await poll.until(100, isDone, 0)).toBeUndefined();
  });
});
