/** What staff wait for among many sign-ups: pages of the list, searches in it and in every record, the work queue and the reports. */
import { median, percentile } from './lib/measure.mjs';
import { seededStack, TRIALS } from './lib/seeded.mjs';

const ROUNDS = 100;
const WARM_UP = 10;
const PAGE = 50;
const isLarge = TRIALS > 100_000;
/** The most that p99 may be. With BENCH_TRIALS=1000000 the reports may take longer than the rest. */
const MAX_MS = { report: isLarge ? 3000 : 150, others: isLarge ? 500 : 150 };

export const title = `Lists, search, queue and reports of ${TRIALS.toLocaleString('en')} sign-ups: ${ROUNDS} rounds, p99 at most ${MAX_MS.others} ms, reports ${MAX_MS.report} ms`;

export default async function lists() {
  const { stack, cookie } = await seededStack();
  try {
    await stack.query('ANALYZE');
    const calls = await callsOf(stack, cookie);
    const read = (/** @type {string} */ path) => answered(`${stack.apiUrls[0]}/api/${path}`, cookie);
    // The first requests of a new process run code that is not compiled yet.
    for (const [, path] of calls) for (let round = 0; round < WARM_UP; round += 1) await read(path);
    const memory = [await memoryOf(stack)];
    const results = [];
    for (const [what, path] of calls) {
      const found = await read(path);
      const times = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const began = performance.now();
        await read(path);
        times.push(performance.now() - began);
      }
      const p99 = percentile(times, 0.99);
      const limit = what.startsWith('report') ? MAX_MS.report : MAX_MS.others;
      results.push({ what, found, p50: median(times), p99, 'p99 / limit': Number((p99 / limit).toFixed(2)) });
    }
    memory.push(await memoryOf(stack));
    return [...results, { what: `memory of the server before and after: ${memory.join(' and ')} MB` }];
  } finally {
    await stack.stop();
  }
}

/** In megabytes. @param {Awaited<ReturnType<typeof seededStack>>['stack']} stack */
async function memoryOf({ apis }) {
  const metrics = await fetch(apis[0]?.metricsUrl ?? '').then((answer) => answer.text());
  return Math.round(Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / 1e6);
}

/**
 * @param {Awaited<ReturnType<typeof seededStack>>['stack']} stack
 * @param {string} cookie
 * @returns {Promise<[what: string, path: string][]>}
 */
async function callsOf(stack, cookie) {
  // A short name with a typo has too few letters for the search of similar names.
  const [person] = await stack.query(
    'SELECT * FROM trial_signups WHERE length(last_name) > 5 ORDER BY created_at, id OFFSET $1 LIMIT 1',
    [Math.floor(TRIALS / 4)],
  );
  const [payment] = await stack.query('SELECT number FROM payments WHERE number IS NOT NULL LIMIT 1');
  const [{ last4 }] = await stack.query(`SELECT card->>'last4' AS last4 FROM trial_signups WHERE card IS NOT NULL LIMIT 1`); // oxfmt-ignore
  const [{ since, until }] = await stack.query(
    `SELECT to_char(max(created_at) - interval '30 days', 'YYYY-MM-DD') AS since, to_char(max(created_at), 'YYYY-MM-DD') AS until
       FROM trial_signups`,
  );
  const cursor = await deepCursor(`${stack.apiUrls[0]}/api/admin/trial-signups?limit=1000`, cookie);
  const mistyped = person.last_name.slice(0, 2) + person.last_name.slice(3);
  const PAGES = {
    'first page': '',
    'deep page': `cursor=${cursor}`,
    'last 30 days': `startDate=${since}`,
    'by church': 'sort=churchName',
    'opening account': 'state=openingAccount',
    'past due members': 'state=pastDue',
    'members above their plan': 'abovePlan=yes',
    'members who ended in a month': `moved=endedByMember.${until.slice(0, 7)}`,
    'paying members of a state': 'churchState=TX&state=active,pastDue,unpaid',
    'ended members': 'state=canceled',
    contacted: 'contacted=yes',
    'card declined': 'cardDeclined=insufficient_funds',
    source: 'source=friend',
    'source, of one plan': 'source=friend&plan=tier_1_19',
    'with a card, of one plan': 'reached=card&plan=tier_1_19',
    'stuck at the card': 'stuck=card',
    'waiting for a day': 'waiting=24',
    'fragment of a name': 'q=okaf',
    'two names': 'q=naomi+okafor',
    'fragment of an email': `q=${encodeURIComponent(person.email.slice(3, 22))}`,
    'fragment of a church': 'q=igreja+da+paz+tab',
    phone: `q=${person.phone}`,
    'last four digits': `q=${person.phone.slice(6)}`,
    'a word of many': 'q=grace',
  };
  const SEARCHES = {
    'a word of many': 'grace',
    'three letters of many': 'chu',
    'three letters of a name': person.first_name.slice(0, 3),
    'a full name': `${person.first_name} ${person.last_name}`,
    'two frequent words': `${person.first_name} grace`,
    'a typo': mistyped,
    'a typo in a full name': `${person.first_name} ${mistyped}`,
    nothing: 'xqzwvk',
    'nothing, two words': 'xqzwvk jjkqwx',
    'an email': person.email,
    'a domain': person.email.split('@')[1],
    'a phone': person.phone,
    'four digits of many': person.phone.slice(6),
    'a card': last4,
    'a city': person.church_city,
    'an id': person.id,
    'an invoice': payment?.number ?? 'in_none',
  };
  const REPORTS = {
    'funnel of all days': 'funnel',
    'funnel of 30 days': `funnel?startDate=${since}&endDate=${until}`,
    'funnel of a plan and two church sizes': 'funnel?plan=tier_1_19&churchSize=100-250,250-500',
    'funnel of people not contacted': 'funnel?contacted=no',
    'all days by plan': 'funnel/groups?by=plan',
    'all days by state': 'funnel/groups?by=churchState',
    'months and cohorts': 'revenue',
    board: 'board',
    'declines by reason, all days': 'funnel/declines',
    'steps of the newest 10,000': 'funnel/steps',
  };
  return [
    ...named('list', PAGES, (query) => `admin/trial-signups?limit=${PAGE}&${query}`),
    ['incomplete, first page', `incomplete-trials/json?limit=${PAGE}`],
    ...named('search', SEARCHES, (words) => `admin/search?q=${encodeURIComponent(words)}`),
    ['queue', 'admin/queue'],
    ...named('report', REPORTS, (path) => `admin/${path}`),
  ];
}

/** Of the page that is a quarter down the list. @param {string} url @param {string} cookie */
async function deepCursor(url, cookie) {
  let cursor = '';
  for (let rows = 0; rows < TRIALS / 4; rows += 1000) {
    const { headers } = await fetch(`${url}&cursor=${cursor}`, { headers: { cookie } });
    cursor = /cursor=([\w-]+)[^>]*>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '';
  }
  return cursor;
}

/** @param {string} kind @param {Record<string, string>} queries @param {(query: string) => string} pathOf @returns {[string, string][]} */
function named(kind, queries, pathOf) {
  return Object.entries(queries).map(([what, query]) => [`${kind}: ${what}`, pathOf(query)]);
}

/** The number of records that the answer names; empty where it names none. @param {string} url @param {string} cookie */
async function answered(url, cookie) {
  const answer = await fetch(url, { headers: { cookie } });
  const body = await answer.json();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return Number(answer.headers.get('x-total-count')) || (Array.isArray(body) ? body.length : '');
}
