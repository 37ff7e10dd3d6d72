/**
 * What the worst legal request costs the server's processor, beside the usual one on the same route: an empty body of a form or a public
 * call, a valid one for typed texts, a short address. Linux only: reads /proc.
 */
import { readdir, readFile } from 'node:fs/promises';
import { DEFAULT_SITE } from '../../libs/contracts/src/index.ts';
import { hostileForms, hostileJson, VALID_BODIES } from '../builders/public-bodies.ts';
import { startStack } from '../support/stack.mjs';
import { median } from './lib/measure.mjs';

const ROUNDS = 9;
const REQUESTS = 5;
const MOST_TIMES = 20;
/** Just below the limits of a body, of one from a provider or our own services, and of headers. */
const [SIZE, LARGE_SIZE, HEADER_SIZE] = [32_000, 1_000_000, 15_000];
const LARGE = ['/api/stripe/webhook', '/api/internal/activity', '/api/mail/webhook'];

export const title = `Cost: processor time of the worst request of each public route, times the usual one; median of ${ROUNDS}, at most ${MOST_TIMES}`;

/** @typedef {{ path: string, body?: string, headers?: Record<string, string> }} Sent */
/** @typedef {Awaited<ReturnType<typeof startStack>>} Stack */

export default async function cost() {
  const stack = await startStack({ apis: 1, env: { SWEEP_INTERVAL_SECONDS: '3600' } });
  try {
    const rows = [];
    for (const [route, { usual, hostile }] of Object.entries(await casesOf(stack)))
      if (Object.keys(hostile).length) rows.push({ route, ...(await worstOf(stack, usual, hostile)) });
    if (rows.some(({ times }) => times > MOST_TIMES)) process.exitCode = 1;
    return rows.toSorted((one, other) => other.times - one.times);
  } finally {
    await stack.stop();
  }
}

/** @param {Stack} stack @returns {Promise<Record<string, { usual: Sent, hostile: Record<string, Sent> }>>} */
async function casesOf(stack) {
  // Read by the pages when their module is loaded.
  Object.assign(globalThis, { SITE: DEFAULT_SITE });
  const { forms } = await import(new URL('../../apps/web/build/server/site.js', import.meta.url).href);
  const description = await fetch(`${stack.url}/api/docs-json`).then((answer) => answer.json());
  const calls = Object.keys(description.paths).filter((path) => description.paths[path].post);
  /** @param {string} type */
  const post = (type) => (/** @type {string} */ path, /** @type {string} */ body) => ({
    path,
    body,
    headers: { 'content-type': type, origin: String(stack.apiUrls[0]), 'stripe-signature': signature() },
  });
  const [asForm, asJson] = [post('application/x-www-form-urlencoded'), post('application/json')];
  return {
    ...Object.fromEntries(
      forms.map((/** @type {{ path: string }} */ { path }) => [
        path,
        {
          usual: asForm(path, ''),
          hostile: { ...sent(asForm, path, hostileForms(SIZE)), ...sent(asJson, path, hostileJson(SIZE)) },
        },
      ]),
    ),
    ...Object.fromEntries(
      [...calls, ...LARGE].map((path) => {
        const bodies = LARGE.includes(path) ? hostileJson(LARGE_SIZE, 20_000) : hostileJson(SIZE);
        return [path, { usual: asJson(path, '{}'), hostile: sent(asJson, path, bodies) }];
      }),
    ),
    // Some are accepted: beside an empty body, which is refused, they would show what a sign-up costs.
    ...Object.fromEntries(
      Object.entries(VALID_BODIES).map(([call, valid]) => [
        `texts in /api/${call}`,
        {
          usual: asJson(`/api/${call}`, JSON.stringify(valid)),
          hostile: sent(asJson, `/api/${call}`, typedInto(valid)),
        },
      ]),
    ),
    'an address and headers': { usual: { path: '/pricing' }, hostile: hostileAddresses() },
  };
}

/** Well-formed, and wrong. */
const signature = () => `t=${Math.round(Date.now() / 1000)},v1=${'0'.repeat(64)}`;

/** @param {(path: string, body: string) => Sent} post @param {string} path @param {Record<string, string>} bodies */
const sent = (post, path, bodies) =>
  Object.fromEntries(Object.entries(bodies).map(([name, body]) => [name, post(path, body)]));

/** @param {string} part @param {number} size */
const repeated = (part, size) => part.repeat(Math.floor(size / Buffer.byteLength(part)));

/** Texts on which a careless rule takes long: of signs, of marks to be sorted, of blanks, of dots. @param {number} size */
const hostileTexts = (size) => ({
  'plus signs': repeated('+', size),
  'marks in the wrong order': repeated('\u0315', size / 2) + repeated('\u0316', size / 2),
  'blanks before a letter': repeated(' ', size),
  dots: repeated('a.', size),
  dashes: repeated('a-', size),
  digits: repeated('1', size),
  'letters that become eighteen': repeated('\uFDFA', size),
});

/** Bodies with a hostile text in each field in turn. @param {Record<string, unknown>} valid @returns {Record<string, string>} */
const typedInto = (valid) =>
  Object.fromEntries(
    Object.entries(valid)
      .filter(([, value]) => typeof value === 'string')
      .flatMap(([field]) =>
        Object.entries(hostileTexts(SIZE - 2000)).map(([name, text]) => [
          `${name} in ${field}`,
          JSON.stringify({ ...valid, [field]: `a${text}x` }),
        ]),
      ),
  );

/** @returns {Record<string, Sent>} */
function hostileAddresses() {
  const long = (/** @type {string} */ part) => repeated(part, HEADER_SIZE);
  const paths = {
    'many slashes': `/pricing${long('/')}x`,
    'many slashes at the end': `/pricing/x${long('/')}`,
    'many parameters': `/api/config?${long('a=1&')}`,
    'many pairs of brackets': `/api/config?${long('a[]=')}`,
    'many percent signs': `/pricing/${long('%2e')}`,
  };
  const headers = {
    cookie: long('a=1; '),
    accept: long('text/html;q=0.1,'),
    'accept-encoding': long('br;q=0,'),
    'accept-language': long('en,'),
    'if-none-match': long('W/"a", '),
    range: `bytes=${long('0-1,')}`,
    'x-forwarded-for': long('1.1.1.1:1,'),
  };
  return {
    ...Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, { path }])),
    ...Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, { path: '/pricing', headers: { [name]: value } }]),
    ),
  };
}

/** The hostile request that takes longest, in turn with the usual one. @param {Stack} stack @param {Sent} usual @param {Record<string, Sent>} hostile */
async function worstOf(stack, usual, hostile) {
  const all = { '': usual, ...hostile };
  /** @type {Map<string, number[]>} */
  const spent = new Map(Object.keys(all).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, each] of Object.entries(all)) spent.get(name)?.push(await processorMs(stack, each));
  const ms = (/** @type {string} */ name) => median(spent.get(name) ?? []) / REQUESTS;
  const worst = Object.keys(hostile).reduce((one, other) => (ms(one) > ms(other) ? one : other));
  const times = Number((ms(worst) / ms('')).toFixed(1));
  return { times, body: worst, ms: Number(ms(worst).toFixed(1)), usual: Number(ms('').toFixed(1)) };
}

/** Of some such requests. @param {Stack} stack @param {Sent} sent */
async function processorMs({ apis: [api], apiUrls: [url] }, { path, body, headers }) {
  const before = await spentBy(Number(api?.pid));
  for (let count = 0; count < REQUESTS; count += 1) {
    const post = body === undefined ? {} : { method: 'POST', body };
    const answer = await fetch(url + path, { redirect: 'manual', ...(headers && { headers }), ...post });
    await answer.arrayBuffer();
    // A 403 would be the answer to another site, before the request is looked at.
    if (answer.status >= 500 || answer.status === 403)
      throw new Error(`${path.slice(0, 50)} answered ${answer.status}`);
  }
  return (await spentBy(Number(api?.pid))) - before;
}

/** The processor time of all threads of a process, in ms. @param {number} pid */
async function spentBy(pid) {
  const threads = await readdir(`/proc/${pid}/task`);
  const texts = await Promise.all(threads.map((id) => readFile(`/proc/${pid}/task/${id}/schedstat`, 'utf8')));
  return texts.reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0);
}
