/** The search over every kind of record among a million sign-ups, with words that match many rows, few and none. */
import { median, percentile } from './lib/measure.mjs';
import { seededStack, TRIALS } from './lib/seeded.mjs';

const ROUNDS = 100;
const MAX_MS = 120;

export const title = `Search among ${TRIALS.toLocaleString('en')} sign-ups: ${ROUNDS} rounds, p99 at most ${MAX_MS} ms`;

export default async function search() {
  const { stack, cookie } = await seededStack();
  try {
    await stack.query('ANALYZE');
    const results = [];
    for (const [what, q] of await words(stack)) {
      const url = `${stack.apiUrls[0]}/api/admin/search?q=${encodeURIComponent(q)}`;
      const read = async () => {
        const began = performance.now();
        const answer = await fetch(url, { headers: { cookie } });
        const found = await answer.json();
        if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
        return { ms: performance.now() - began, found: found.length };
      };
      const { found } = await read();
      const times = [];
      for (let round = 0; round < ROUNDS; round += 1) times.push((await read()).ms);
      const p99 = percentile(times, 0.99);
      results.push({ what, q, found, p50: median(times), p99, 'p99 / limit': Number((p99 / MAX_MS).toFixed(2)) });
    }
    return results;
  } finally {
    await stack.stop();
  }
}

/** @param {Awaited<ReturnType<typeof seededStack>>['stack']} stack @returns {Promise<[what: string, q: string][]>} */
async function words(stack) {
  const [person] = await stack.query('SELECT * FROM trial_signups ORDER BY created_at, id OFFSET $1 LIMIT 1', [
    Math.floor(TRIALS / 2),
  ]);
  const [payment] = await stack.query('SELECT id, number FROM payments WHERE number IS NOT NULL LIMIT 1');
  const [{ last4 }] = await stack.query(
    `SELECT card->>'last4' AS last4 FROM trial_signups WHERE card IS NOT NULL LIMIT 1`,
  );
  const mistyped = person.last_name.slice(0, 2) + person.last_name.slice(3);
  return [
    ['a word of many', 'grace'],
    ['three letters of many', 'chu'],
    ['three letters of a name', person.first_name.slice(0, 3)],
    ['a first name', person.first_name],
    ['a full name', `${person.first_name} ${person.last_name}`],
    ['two frequent words', `${person.first_name} grace`],
    ['a typo', mistyped],
    ['a typo in a full name', `${person.first_name} ${mistyped}`],
    ['nothing', 'xqzwvk'],
    ['nothing, two words', 'xqzwvk jjkqwx'],
    ['an email', person.email],
    ['a part of an email', person.email.slice(3, 22)],
    ['a domain', person.email.split('@')[1]],
    ['a phone', person.phone],
    ['four digits of many', person.phone.slice(6)],
    ['a card', last4],
    ['a city', person.church_city],
    ['an id', person.id],
    ['an invoice', payment ? payment.number : 'in_none'],
  ];
}
