/** The reports among a million sign-ups: counts that are kept, and one filter that they do not answer. */
import { median, percentile } from './lib/measure.mjs';
import { keepCounts, seededStack, TRIALS } from './lib/seeded.mjs';

const ROUNDS = 100;
const MAX_MS = 100;

export const title = `Reports among ${TRIALS.toLocaleString('en')} sign-ups: ${ROUNDS} rounds, p99 at most ${MAX_MS} ms`;

const REPORTS = {
  'funnel of all days': 'funnel',
  'funnel of 30 days': 'funnel?startDate=2026-10-25&endDate=2026-11-23',
  'funnel of a plan and two church sizes': 'funnel?plan=tier_1_19&churchSize=100-250,250-500',
  'all days by plan': 'funnel/groups?by=plan',
  'months and cohorts': 'revenue',
  'declines by reason, all days': 'funnel/declines',
  'steps of the newest 10,000': 'funnel/steps',
  'funnel of people not contacted': 'funnel?contacted=no',
  'funnel of people contacted': 'funnel?contacted=yes',
  'funnel of all days, recounted': 'funnel?since=2000-01-01T00:00:00.000Z',
};

export default async function reports() {
  const { stack, cookie } = await seededStack();
  try {
    await keepCounts(stack.databaseUrl);
    await stack.query('ANALYZE');
    const results = [];
    for (const [report, path] of Object.entries(REPORTS)) {
      const read = async () => {
        const start = performance.now();
        const answer = await fetch(`${stack.apiUrls[0]}/api/admin/${path}`, { headers: { cookie } });
        await answer.json();
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
        return performance.now() - start;
      };
      await read();
      const times = [];
      for (let round = 0; round < ROUNDS; round += 1) times.push(await read());
      const p99 = percentile(times, 0.99);
      results.push({ report, p50: median(times), p99, 'p99 / limit': Number((p99 / MAX_MS).toFixed(2)) });
    }
    return results;
  } finally {
    await stack.stop();
  }
}
