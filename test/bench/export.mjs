/** The export of all sign-ups, compared with COPY of the same query by `pg` alone; its memory; parallel, stalled and aborted exports. */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { to as copyTo } from 'pg-copy-streams';
import { TRIAL_COLUMNS } from '@lampstand/contracts/back-office';
import { copyOf } from '../../apps/api/src/admin/lists/csv-file.ts';
import { trialSignupsFile } from '../../apps/api/src/admin/lists/trial-signups.ts';
import { median, percentile } from './lib/measure.mjs';
import { aPastor } from './lib/pastor.mjs';
import { plainClient, seededStack, TRIALS } from './lib/seeded.mjs';

const ROUNDS = 5;
const AT_ONCE = 2;
/** @typedef {Awaited<ReturnType<typeof seededStack>>['stack']} Stack */
/** @typedef {(headers?: Record<string, string>) => Promise<Response>} Begin starts an export */

const ZONE = 'America/Chicago';

export const title = `Export of ${TRIALS.toLocaleString('en')} sign-ups while others sign up: ${ROUNDS} rounds each way`;

export default async function exports() {
  const { stack, cookie } = await seededStack();
  const [api] = stack.apis;
  if (!api) throw new Error('The stack has no server');
  const begin = (headers = {}) =>
    fetch(`${api.url}/api/admin/trial-signups/export`, { headers: { cookie, ...headers } });
  const traffic = signUps(String(stack.apiUrls[1]));
  try {
    const copy = copyOf(
      trialSignupsFile({}, TRIAL_COLUMNS.slice(0, 7), { zone: ZONE, now: new Date(), today: '2026-01-01' }),
    );
    await drained(await begin());
    await allEnded(stack);
    const watch = watchMemory(api.pid);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await eachWay(stack, begin, copy));
    const grown = await watch.stop();
    const seconds = median100(rounds.map(({ seconds }) => seconds));
    const unpacked = median100(rounds.map(({ unpacked }) => unpacked));
    const plain = median100(rounds.map(({ plain }) => plain));
    return [
      { what: 'one file', figure: `${seconds} s, ${Math.round(Number(rounds[0]?.bytes) / 1e6)} MB` },
      { what: 'COPY of the same query by pg alone', figure: `${plain} s` },
      { what: 'ours / pg', figure: (seconds / plain).toFixed(2) },
      { what: 'without gzip / pg', figure: (unpacked / plain).toFixed(2) },
      { what: 'first byte', figure: `${median(rounds.map(({ first }) => first))} ms` },
      { what: 'memory growth of the server', figure: `${grown} MB` },
      ...(await manyAtOnce(begin, api.pid)),
      ...(await stalled(begin, api.pid)),
      ...(await goneAway(begin, stack)),
      { what: 'sign-ups meanwhile', figure: `${traffic.count()} saved, p99 ${traffic.p99()} ms` },
    ];
  } finally {
    await traffic.stop();
    await stack.stop();
  }
}

/** One file, one without gzip, and one by `pg`. None starts while the file before is recorded. @param {Stack} stack @param {Begin} begin @param {string} copy */
async function eachWay(stack, begin, copy) {
  const packed = await measured(begin);
  await allEnded(stack);
  const { seconds: unpacked } = await measured(() => begin({ 'accept-encoding': 'identity' }));
  await allEnded(stack);
  return { ...packed, unpacked, plain: await plainSeconds(stack.databaseUrl, copy) };
}

/** @param {Stack} stack */
async function allEnded(stack) {
  while (await runningIn(stack)) await sleep(20);
}

/** @param {Stack} stack */
async function runningIn(stack) {
  const [{ count }] = await stack.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE application_name LIKE 'lampstand-export-%' AND datname = current_database()`,
  );
  return count;
}

/** @param {Begin} begin */
async function measured(begin) {
  const from = performance.now();
  const answer = await begin();
  const reader = bodyOf(answer).getReader();
  let bytes = (await reader.read()).value?.length ?? 0;
  const first = performance.now() - from;
  for (let chunk; !(chunk = await reader.read()).done;) bytes += chunk.value.length;
  return { seconds: (performance.now() - from) / 1000, first, bytes };
}

/** @param {Response} answer */
function bodyOf({ body, status }) {
  if (!body) throw new Error(`The answer ${status} has no body`);
  return body;
}

/** @param {string} url @param {string} text */
async function plainSeconds(url, text) {
  const client = await plainClient(url);
  const from = performance.now();
  for await (const _ of client.query(copyTo(text)));
  const seconds = (performance.now() - from) / 1000;
  await client.end();
  return seconds;
}

/** @param {Begin} begin @param {number} pid */
async function manyAtOnce(begin, pid) {
  const watch = watchMemory(pid);
  const from = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, async () => drained(await begin())));
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  return [{ what: `${AT_ONCE} files at once`, figure: `${seconds} s, memory +${await watch.stop()} MB` }];
}

/** Browsers that read the first chunk and then stop for a while. @param {Begin} begin @param {number} pid */
async function stalled(begin, pid) {
  const watch = watchMemory(pid);
  const stop = new AbortController();
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => begin()));
  const readers = answers.map((answer) => bodyOf(answer).getReader());
  for (const reader of readers) await reader.read();
  await sleep(5000, undefined, { signal: stop.signal });
  const grown = await watch.stop();
  await Promise.all(readers.map((reader) => reader.cancel()));
  return [{ what: `${AT_ONCE} browsers that stop reading`, figure: `memory +${grown} MB` }];
}

/** @param {Begin} begin @param {Stack} stack */
async function goneAway(begin, stack) {
  await allEnded(stack);
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const reader = bodyOf(await begin()).getReader();
    await reader.read();
    const from = performance.now();
    await reader.cancel();
    while (await runningIn(stack)) await sleep(5);
    times.push(performance.now() - from);
  }
  return [{ what: 'an aborted export: time until its query has ended', figure: `${percentile(times, 1)} ms at most` }];
}

/** @param {Response} answer */
async function drained(answer) {
  for await (const _ of bodyOf(answer));
}

/** The largest growth of a process since the call, in MB. @param {number} pid */
function watchMemory(pid) {
  let [first, most] = [0, 0];
  let stopped = false;
  const watching = (async () => {
    while (!stopped) {
      const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
      first ||= Number(kilobytes);
      most = Math.max(most, Number(kilobytes));
      await sleep(50);
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      await watching;
      return Math.round((most - first) / 1024);
    },
  };
}

/** Signs up one pastor after the other. @param {string} url */
function signUps(url) {
  /** @type {number[]} */
  const times = [];
  let stopped = false;
  const going = (async () => {
    for (let index = 0; !stopped; index += 1) {
      const from = performance.now();
      const answer = await fetch(`${url}/api/trial-signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': `bench-${index}-${from}` },
        body: JSON.stringify(aPastor()),
      });
      if (answer.status !== 201) throw new Error(`A sign-up was answered ${answer.status}`);
      times.push(performance.now() - from);
      await sleep(50);
    }
  })();
  going.catch((error) => console.error(error));
  return {
    count: () => times.length,
    p99: () => percentile(times, 0.99),
    stop: async () => ((stopped = true), await going.catch(() => {})),
  };
}

/** The median, rounded to two decimals. @param {number[]} values */
const median100 = (values) =>
  Math.round((values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0) * 100) / 100;
