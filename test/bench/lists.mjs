/**
 * Lists of a million sign-ups: pages, searches and the funnel, compared with the same queries by `pg` alone, and by `pg` in a bare
 * Fastify that finds the session first and compresses the answer.
 */
import { startBareServers } from './lib/bare-servers.mjs';
import { median, percentile } from './lib/measure.mjs';
import { keepCounts, plainClient, seededStack, TRIALS } from './lib/seeded.mjs';

const ROUNDS = 200;
const WARM_UP = 10;
/** `pg` needs seconds for some of them. */
const MOST_MS_OF_PEERS = { warmUp: 5_000, rounds: 25_000 };
const PAGE = 50;
const TEXT = 'trial_search_text(first_name, last_name, email, church_name, phone, id)';
const CURRENT = 'superseded_by IS NULL AND erased_at IS NULL';
const NEWEST = 'created_at DESC, id DESC';

export const title = `Lists of ${TRIALS.toLocaleString('en')} sign-ups: ${ROUNDS} rounds of pages of ${PAGE}, in ms`;

export default async function lists() {
  const { stack, cookie } = await seededStack();
  await keepCounts(stack.databaseUrl);
  const all = await cases(stack);
  const clients = [await plainClient(stack.databaseUrl), await plainClient(stack.databaseUrl)];
  const lists = all.map(({ queries }) => queries);
  const bare = await startBareServers({ processes: 1, databaseUrl: stack.databaseUrl, connections: 16, lists });
  const [{ session }] = await stack.query(
    'SELECT token_hash AS session FROM staff_sessions ORDER BY created_at DESC LIMIT 1',
  );
  try {
    const results = [];
    // The first requests of a new process run code that is not compiled yet.
    for (const { path } of all)
      for (let round = 0; round < WARM_UP; round += 1) await answered(`${stack.apiUrls[0]}${path}`, cookie);
    for (const [index, { what, path, queries }] of all.entries()) {
      const ours = () => answered(`${stack.apiUrls[0]}${path}`, cookie);
      const byPg = () => Promise.all(queries.map(async (query, of) => clients[of]?.query(query)));
      const byFastify = () => answered(`${bare.urls[0]}/lists/${index}`, session);
      const times = await timesOf({
        ours,
        ...(queries.length && { byPg }),
        ...(queries.length === 2 && { byFastify }),
      });
      const ratio = (/** @type {number[]} */ peer) =>
        Number((median(times.ours) / Math.max(median(peer), 0.1)).toFixed(2));
      results.push({
        what,
        found: (await ours()) || '',
        p50: median(times.ours),
        p99: percentile(times.ours, 0.99),
        ...(times.byPg && { 'pg p50': median(times.byPg), 'ours / pg': ratio(times.byPg) }),
        ...(times.byFastify && { 'Fastify p50': median(times.byFastify), 'ours / Fastify': ratio(times.byFastify) }),
      });
    }
    return results;
  } finally {
    await bare.stop();
    for (const client of clients) await client.end();
    await stack.stop();
  }
}

/**
 * The ways take turns, so that what else the machine does slows all of them.
 * @param {{ ours: () => Promise<unknown>, byPg?: () => Promise<unknown>, byFastify?: () => Promise<unknown> }} ways
 * @returns {Promise<{ ours: number[], byPg?: number[], byFastify?: number[] }>}
 */
async function timesOf({ ours, ...peers }) {
  const ways = Object.entries({ ours, ...peers });
  const times = Object.fromEntries(ways.map(([name]) => [name, /** @type {number[]} */ ([])]));
  /** @type {Record<string, number>} */
  const spent = {};
  for (let round = -WARM_UP; round < ROUNDS; round += 1)
    for (const [name, way] of ways) {
      const { [name]: before = 0 } = spent;
      if (name !== 'ours' && before > MOST_MS_OF_PEERS[round < 0 ? 'warmUp' : 'rounds']) continue;
      const took = await timed(way);
      spent[name] = before + took;
      if (round >= 0) times[name]?.push(took);
    }
  return /** @type {any} */ (times);
}

/** @param {Awaited<ReturnType<typeof seededStack>>['stack']} stack */
async function cases(stack) {
  const [person] = await stack.query('SELECT * FROM trial_signups ORDER BY created_at, id OFFSET $1 LIMIT 1', [
    Math.floor(TRIALS / 2),
  ]);
  const deep = Buffer.from(`-createdAt next ${person.id}`).toString('base64url');
  const [{ since }] = await stack.query(
    `SELECT to_char(max(created_at) - interval '30 days', 'YYYY-MM-DD') AS since FROM trial_signups`,
  );
  const search = (/** @type {string} */ what, /** @type {string} */ q, words = [q]) => ({
    what: `search: ${what}`,
    path: `/api/admin/trial-signups?limit=${PAGE}&q=${encodeURIComponent(q)}`,
    queries: queriesOf(
      // A word of two letters begins a word.
      words
        .map((word) => `${TEXT} LIKE '%${word.length < 3 ? ' ' : ''}${word.toLowerCase().replaceAll("'", "''")}%'`)
        .join(' AND '),
    ),
  });
  return [
    page('first page', '', 'true'),
    page(
      'deep page',
      `&cursor=${deep}`,
      `(created_at, id) < ('${person.created_at.toISOString()}', ${person.id})`,
      'true',
    ),
    page('last 30 days', `&startDate=${since}`, `created_at >= '${since}'::timestamp AT TIME ZONE 'America/Chicago'`),
    page('by church', '&sort=churchName', 'true', 'true', 'lower(church_name), id'),
    page('opening account', '&state=openingAccount', `state = 'openingAccount'`),
    page('Past due members', '&state=pastDue', `id IN (SELECT id FROM subscriptions WHERE state = 'pastDue')`),
    page('ended members', '&state=canceled', `id IN (SELECT id FROM subscriptions WHERE state = 'canceled')`),
    page('contacted', '&contacted=yes', 'contacted_at IS NOT NULL'),
    page('card declined', '&cardDeclined=insufficient_funds', `card_declined_with = 'insufficient_funds'`),
    page('source', '&source=friend', `how_heard_about <> '' AND lower(how_heard_about) LIKE '%friend%'`),
    page(
      'source, of one plan',
      '&source=friend&plan=tier_1_19',
      `how_heard_about <> '' AND lower(how_heard_about) LIKE '%friend%' AND selected_plan = 'tier_1_19'`,
    ),
    page(
      'with a card, of one plan',
      '&reached=card&plan=tier_1_19',
      `card_saved_at IS NOT NULL AND selected_plan = 'tier_1_19'`,
    ),
    { what: 'stuck at the card', path: `/api/admin/trial-signups?limit=${PAGE}&stuck=card`, queries: [] },
    { what: 'waiting for a day', path: `/api/admin/trial-signups?limit=${PAGE}&waiting=24`, queries: [] },
    {
      what: 'incomplete, first page',
      path: `/api/incomplete-trials/json?limit=${PAGE}`,
      queries: queriesOf(`state = 'billingInformation' AND superseded_by IS NULL AND email <> ''`),
    },
    search('fragment of a name', 'okaf'),
    search('two names', 'naomi okafor', ['naomi', 'okafor']),
    search('fragment of an email', person.email.slice(3, 22)),
    search('fragment of a church', 'igreja da paz tab', ['igreja', 'da', 'paz', 'tab']),
    search('phone', `(${person.phone.slice(0, 3)}) ${person.phone.slice(3, 6)}-${person.phone.slice(6)}`, [
      person.phone,
    ]),
    search('last four digits', person.phone.slice(6)),
    search('id', person.id),
    search('a word of many', 'grace'),
    // The queue and the two above have no one query to compare them with.
    { what: 'queue', path: '/api/admin/queue', queries: [] },
    { what: 'funnel, all', path: '/api/admin/funnel', queries: [funnelOf('true')] },
    {
      what: 'funnel, last 30 days',
      path: `/api/admin/funnel?startDate=${since}`,
      queries: [funnelOf(`created_at >= '${since}'::timestamp AT TIME ZONE 'America/Chicago'`)],
    },
  ];
}

/** @param {string} what @param {string} query @param {string} where @param {string} [counted] @param {string} [order] */
const page = (what, query, where, counted = where, order = NEWEST) => ({
  what,
  path: `/api/admin/trial-signups?limit=${PAGE}${query}`,
  queries: queriesOf(where, counted, order),
});

/** @param {string} where @param {string} [counted] @param {string} [order] */
const queriesOf = (where, counted = where, order = NEWEST) => [
  `SELECT id, created_at, first_name, last_name, email, phone, church_name, position, church_size, state,
          (SELECT state FROM subscriptions WHERE subscriptions.id = trial_signups.id) AS subscription_state
     FROM trial_signups WHERE ${CURRENT} AND ${where} ORDER BY ${order} LIMIT ${PAGE + 1}`,
  `SELECT count(*) FROM trial_signups WHERE ${CURRENT} AND ${counted}`,
];

const funnelOf = (/** @type {string} */ where) =>
  `SELECT (created_at AT TIME ZONE 'America/Chicago')::date, count(*), count(phone_verified_at), count(card_saved_at),
          count(*) FILTER (WHERE state = 'success') FROM trial_signups WHERE ${CURRENT} AND ${where} GROUP BY 1`;

/** @param {string} url @param {string} cookie */
async function answered(url, cookie) {
  const answer = await fetch(url, { headers: { cookie } });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  await answer.arrayBuffer();
  return Number(answer.headers.get('x-total-count'));
}

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
