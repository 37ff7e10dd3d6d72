/** Measuring: two ways side by side, percentiles, and POST requests over kept connections. */
import { Agent, request } from 'node:http';

const ROUND_MS = Number(process.env.BENCH_ROUND_MS ?? 4000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

export const ROUNDS_LABEL = `${ROUNDS} rounds of ${ROUND_MS / 1000} s each way`;

/**
 * Measures ways in turns within one run, so that other load on the machine affects all; the first is compared with each.
 * @typedef {{ what: string, work: (turn: number) => Promise<unknown> }} Way
 * @param {[Way, ...Way[]]} ways
 * @param {{ atOnce: number, each?: number }} options `each`: how many units one call of `work` counts for
 */
export async function sideBySide(ways, { atOnce, each = 1 }) {
  const measured = ways.map((way) => ({ ...way, rounds: /** @type {Round[]} */ ([]) }));
  for (const { work } of ways) await round(work, atOnce);
  for (let turn = 0; turn < ROUNDS; turn += 1)
    for (const { work, rounds } of measured) rounds.push(await round(work, atOnce));
  const rows = measured.map(({ what, rounds }) => ({
    what,
    perSecond: median(rounds.map(({ perSecond }) => perSecond)) * each,
    'p50 ms': median(rounds.map(({ p50 }) => p50)),
    'p99 ms': median(rounds.map(({ p99 }) => p99)),
  }));
  return rows.map(({ what, perSecond, ...times }) => ({
    what,
    'per second (median)': Math.round(perSecond),
    'ours / this': Number(((rows[0]?.perSecond ?? 0) / perSecond).toFixed(2)),
    ...times,
  }));
}

/**
 * @typedef {{ perSecond: number, p50: number, p99: number }} Round
 * @param {(turn: number) => Promise<unknown>} work @param {number} atOnce
 * @returns {Promise<Round>}
 */
async function round(work, atOnce) {
  /** @type {number[]} */
  const times = [];
  const begun = performance.now();
  const worker = async (/** @type {number} */ index) => {
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

/** Rounded to one decimal. @param {number[]} values @param {number} share 0.99 for the 99th percentile */
export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1));
}

/** @param {number[]} values */
export const median = (values) => percentile(values, 0.5);

/** Sends POST requests to the servers in turn, over kept connections. @param {string[]} urls @param {number} connections */
export function poster(urls, connections) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  /**
   * Resolves with the body's text. Throws if the status is not `expected`.
   * @param {number} turn @param {string} path @param {string} body @param {Record<string, string>} headers @param {number} expected
   * @returns {Promise<string>}
   */
  const post = (turn, path, body, headers, expected) =>
    new Promise((done, failed) => {
      const sent = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers };
      const posted = request(
        `${urls[turn % urls.length]}${path}`,
        { agent, method: 'POST', headers: sent },
        (answer) => {
          /** @type {Buffer[]} */
          const chunks = [];
          answer.on('data', (chunk) => chunks.push(chunk));
          answer.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            if (answer.statusCode === expected) done(text);
            else failed(new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 200)}`));
          });
        },
      );
      posted.on('error', failed);
      posted.end(body);
    });

  return { post, close: () => agent.destroy() };
}
