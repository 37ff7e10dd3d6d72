/** What shows by which clock a server went. */
import { type Answer, callsTo, lifeOf, type Visitor } from '../builders/index.ts';
import { metricsOf } from '../invariants/leaks.ts';
import { eventually, type Stack } from '../support/index.ts';
import type { OwnStack } from '../support/own-stack.ts';

/** What everything of a customer is dated by: the sandbox's clock, for the sandbox stands still while servers jump. */
export async function timeOf({ sandbox }: Stack): Promise<Date> {
  return new Date((await sandbox.call('clock')).now);
}

const SECOND = 1000;
const TOLERATED = `interval '1 second'`;

/** Dates of these sign-ups, and of what was mailed for them, that lie outside the time in which they were made, and journals that go back in time. */
export async function datedOutside(stack: Stack, visitors: Visitor[], from: Date, to: Date): Promise<object[]> {
  const rows = await stack.query(
    `WITH dates AS (
       SELECT subject_id AS id, flow || coalesce(event, note) AS what, at FROM workflow_journal
       UNION ALL SELECT id, 'created', created_at FROM trial_signups
       UNION ALL SELECT id, 'seen', last_seen_at FROM trial_signups
       UNION ALL SELECT id, 'card', card_saved_at FROM trial_signups
       UNION ALL SELECT id, 'trial began', trial_ends_at - interval '720 hours' FROM trial_signups
       UNION ALL SELECT subject_id, 'code', started_at FROM phone_verifications
       UNION ALL SELECT subject_id, 'mail', settled_at FROM sent_mails)
     SELECT * FROM dates WHERE id = ANY ($1) AND (at < $2::timestamptz - ${TOLERATED} OR at > $3::timestamptz + ${TOLERATED})
     UNION ALL
     SELECT subject_id, 'before the one before', at FROM
       (SELECT *, lag(at) OVER (PARTITION BY flow, subject_id ORDER BY id) AS before FROM workflow_journal) AS journal
      WHERE subject_id = ANY ($1) AND at < before - ${TOLERATED}`,
    [visitors.map(({ id }) => id), from, to],
  );
  const theirs = new Set(visitors.map(({ details }) => details.email));
  const mails = (await stack.sandbox.ledger()).mails.filter(({ to: reader }: any) => theirs.has(reader));
  const early = from.getTime() - SECOND;
  const late = to.getTime() + SECOND;
  const dated = mails.map(({ subject, headers }: any) => ({ subject, at: Date.parse(headers.date) }));
  return [...rows, ...dated.filter(({ at }: { at: number }) => !(at > early && at < late))];
}

/** Webhooks that were not taken at once. */
export async function refusedWebhooks({ sandbox }: Stack): Promise<object[]> {
  const { deliveries } = await sandbox.call('webhooks');
  return deliveries.flatMap(({ type, attempts }: any) =>
    attempts.filter(({ status }: any) => status !== 200).map((attempt: object) => ({ type, ...attempt })),
  );
}

/** How many jobs each server has done. */
export const jobsDoneBy = (stack: OwnStack): Promise<number[]> =>
  sums(stack, /^lampstand_jobs_total\{.*outcome="done".*\} (\d+)/gm);

/** How many processors the servers keep busy for so many seconds, in which nobody wants anything of them. */
export async function processorsUsed(stack: OwnStack, seconds: number): Promise<number> {
  const spent = async () =>
    (await sums(stack, /^process_cpu_seconds_total ([\d.]+)/gm)).reduce((all, each) => all + each);
  const [before, begun] = [await spent(), performance.now()];
  await eventually(() => performance.now() - begun > seconds * SECOND);
  return ((await spent()) - before) / ((performance.now() - begun) / SECOND);
}

/** Waits until each server has seen by itself how many seconds the clock of its machine is ahead. */
export const seenAhead = (stack: OwnStack, seconds: number[]): Promise<boolean> =>
  eventually(async () => {
    const seen = await sums(stack, /^lampstand_clock_ahead_seconds (-?[\d.]+)/gm);
    return seen.every((each, server) => Math.round(each) === seconds[server]);
  });

/** How often somebody was charged. */
export const charges = async (stack: Stack, id: number): Promise<number> =>
  (await lifeOf(stack, id)).payments.filter(({ paid_in_cents }: any) => paid_in_cents > 0).length;

async function sums(stack: OwnStack, counter: RegExp): Promise<number[]> {
  const places = await metricsOf(stack);
  return places.map(({ text }) => [...text.matchAll(counter)].reduce((sum, [, value]) => sum + Number(value), 0));
}

/** Guesses so many ids of sign-ups from an address; the last answer. */
export async function misses(stack: Stack, count: number, from: string): Promise<Answer> {
  const { get } = callsTo(stack);
  const guesses = Array.from({ length: count }, (_, index) =>
    get(`/api/trial-signup/${2 ** 41 + index}`, { 'x-forwarded-for': from }),
  );
  return (await Promise.all(guesses)).at(-1)!;
}
