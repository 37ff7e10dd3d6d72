/** Pages per second of one API process, compared with a bare node:http server that sends the same bytes from memory. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import autocannon from 'autocannon';
import { median } from './lib/measure.mjs';
import { startStack } from '../support/stack.mjs';

const PAGES = ['/', '/pricing'];
const CONNECTIONS = 32;
const ROUNDS = 5;
const ROUND_SECONDS = 4;
const ASKED = { 'accept-encoding': 'br' };

export const title = `Pages: ${CONNECTIONS} connections, ${ROUNDS} rounds of ${ROUND_SECONDS} s each way, one process each`;

export default async function requests() {
  const stack = await startStack({ apis: 1 });
  try {
    const rows = [];
    for (const page of PAGES) rows.push(...(await compared(`${stack.apiUrls[0]}${page}`, page)));
    return rows;
  } finally {
    await stack.stop();
  }
}

/** @param {string} url @param {string} page */
async function compared(url, page) {
  const bare = await bareServer(url);
  try {
    const ways = [
      { what: `GET ${page}, our server`, url, rounds: /** @type {Round[]} */ ([]) },
      { what: `GET ${page}, node:http alone`, url: bare.url, rounds: /** @type {Round[]} */ ([]) },
    ];
    for (const way of ways) await round(way.url);
    for (let turn = 0; turn < ROUNDS; turn += 1) for (const way of ways) way.rounds.push(await round(way.url));
    const [ours = 0, theirs = 0] = ways.map(({ rounds }) => median(rounds.map(({ perSecond }) => perSecond)));
    return [
      ...ways.map(({ what, rounds }) => ({
        what,
        'per second (median)': Math.round(median(rounds.map(({ perSecond }) => perSecond))),
        'p50 ms': median(rounds.map(({ p50 }) => p50)),
        'p99 ms': median(rounds.map(({ p99 }) => p99)),
      })),
      { what: `${page}: ours / bare`, 'per second (median)': Number((ours / theirs).toFixed(2)) },
    ];
  } finally {
    bare.stop();
  }
}

/**
 * @typedef {{ perSecond: number, p50: number, p99: number }} Round
 * @param {string} url
 * @returns {Promise<Round>}
 */
async function round(url) {
  const {
    requests: answered,
    latency,
    non2xx,
    errors,
  } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: ROUND_SECONDS,
    headers: ASKED,
  });
  if (non2xx || errors) throw new Error(`${url}: ${non2xx} answers were no success, ${errors} failed`);
  return { perSecond: answered.average, p50: latency.p50, p99: latency.p99 };
}

/** A server that answers like `url`, including its headers. @param {string} url */
async function bareServer(url) {
  const { headers, body } = await asItComes(url);
  const child = fork(new URL('./lib/bare-server.mjs', import.meta.url));
  child.send({ headers, body: body.toString('base64') });
  const [{ port }] = await once(child, 'message');
  return { url: `http://127.0.0.1:${port}/`, stop: () => child.kill() };
}

/** The compressed answer; `fetch` would decompress it. @param {string} url @returns {Promise<{ headers: object, body: Buffer }>} */
async function asItComes(url) {
  const [answer] = await once(get(url, { headers: ASKED }), 'response');
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...headers } = answer.headers;
  return { headers, body: Buffer.concat(await answer.toArray()) };
}
