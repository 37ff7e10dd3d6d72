/** Two ways of doing the same, measured in turns within one run, so that a busy moment of the machine meets both. */
import { median, percentile } from './numbers.mjs';

const ROUND_MS = Number(process.env.BENCH_ROUND_MS ?? 4000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

export const ROUNDS_TOLD = `${ROUNDS} rounds of ${ROUND_MS / 1000} s each way`;

/**
 * @typedef {{ what: string, work: (turn: number) => Promise<unknown> }} Way
 * @param {Way} ours @param {Way} theirs
 * @param {{ atOnce: number, each?: number }} options `each`: how many one piece of work counts for
 */
export async function sideBySide(ours, theirs, { atOnce, each = 1 }) {
  const ways = [ours, theirs].map((way) => ({ ...way, rounds: [] }));
  for (const { work } of ways) await round(work, atOnce);
  for (let turn = 0; turn < ROUNDS; turn += 1) for (const way of ways) way.rounds.push(await round(way.work, atOnce));
  const perSecond = ({ rounds }) => median(rounds.map((measured) => measured.perSecond)) * each;
  const [first, second] = ways.map(perSecond);
  return [
    ...ways.map(({ what, rounds }) => ({
      what,
      'per second (median)': Math.round(perSecond({ rounds })),
      'p50 ms': median(rounds.map(({ p50 }) => p50)),
      'p99 ms': median(rounds.map(({ p99 }) => p99)),
    })),
    { what: 'the first / the second', 'per second (median)': Number((first / second).toFixed(2)) },
  ];
}

/** @param {(turn: number) => Promise<unknown>} work @param {number} atOnce */
async function round(work, atOnce) {
  const times = [];
  const begun = performance.now();
  const worker = async (index) => {
    for (let turn = index; performance.now() - begun < ROUND_MS; turn += 1) {
      const from = performance.now();
      await work(turn);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, (_, index) => worker(index)));
  const perSecond = times.length / ((performance.now() - begun) / 1000);
  return { perSecond, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}
