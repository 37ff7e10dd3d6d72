/** Sets the wall clocks of single servers wrong while they run, and shows which clock a server used. Needs libfaketime. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../tools/local/setup.mjs';
import { type Answer, callsTo, lifeOf, type Visitor } from '../builders/index.ts';
import { metricsOf } from '../invariants/leaks.ts';
import { eventually, type Stack } from '../support/index.ts';
import type { OwnStack } from '../support/own-stack.ts';

const SECOND_MS = 1000;
const TOLERATED = `interval '1 second'`;

/** Clocks for `count` processes; correct at first. */
export function wrongClocks(count: number) {
  const library = libfaketime();
  const home = mkdtempSync(path.join(tmpdir(), 'lampstand-clocks-'));
  const fileOf = (index: number) => path.join(home, `clock-${index + 1}`);
  const write = (index: number, seconds: number) => {
    // Renamed into place, so that a process never reads half a line.
    writeFileSync(`${fileOf(index)}.new`, `${seconds < 0 ? '' : '+'}${seconds}`);
    renameSync(`${fileOf(index)}.new`, fileOf(index));
  };
  for (let index = 0; index < count; index += 1) write(index, 0);

  return {
    /** The environment of the process with this index. */
    envOf: (index: number): Record<string, string> => ({
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: fileOf(index),
      FAKETIME_NO_CACHE: '1',
      // Setting the wall clock does not affect the monotonic clock of timers.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    }),
    /** Sets the clock of each server `ahead` seconds ahead, and waits until its answers show that. */
    set: async (urls: string[], ...ahead: number[]): Promise<void> => {
      for (const [index, seconds] of ahead.entries()) write(index, seconds);
      const shown = urls.map((url, index) =>
        eventually(async () => Math.abs((await secondsAhead(url)) - (ahead[index] ?? 0)) < 3),
      );
      await Promise.all(shown);
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** How far a server's clock is ahead of ours, by the Date header. */
async function secondsAhead(url: string): Promise<number> {
  const { headers } = await fetch(`${url}/healthz`);
  return (Date.parse(headers.get('date') ?? '') - Date.now()) / SECOND_MS;
}

function libfaketime(): string {
  const unpacked = path.join(root, '.data/libfaketime');
  const found = libraryIn('/') ?? libraryIn(unpacked) ?? (unpack(unpacked), libraryIn(unpacked));
  if (!found) throw new Error('This test needs libfaketime: apt-get install libfaketime');
  return found;
}

function libraryIn(folder: string): string | undefined {
  const libraries = path.join(folder, 'usr/lib');
  const names = existsSync(libraries) ? ['', ...readdirSync(libraries)] : [];
  return names
    .map((name) => path.join(libraries, name, 'faketime/libfaketimeMT.so.1'))
    .find((file) => existsSync(file));
}

/** Unpacks Debian's package into a folder, which needs no root rights. */
function unpack(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const options = { cwd: folder, stdio: 'ignore' } as const;
  spawnSync('apt-get', ['download', 'libfaketime'], options);
  const [file] = readdirSync(folder).filter((name) => name.endsWith('.deb'));
  if (file) spawnSync('dpkg', ['--extract', file, '.'], options);
}

/** The sandbox's time, by which everything of a customer is dated; it does not jump with the servers. */
export async function timeOf({ sandbox }: Stack): Promise<Date> {
  return new Date((await sandbox.call('clock')).now);
}

/** Timestamps of these sign-ups and their mails outside `from`–`to`, and journal rows older than the row before. */
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
  const addresses = new Set(visitors.map(({ details }) => details.email));
  const mails = (await stack.sandbox.ledger()).mails.filter((mail: any) => addresses.has(mail.to));
  const early = from.getTime() - SECOND_MS;
  const late = to.getTime() + SECOND_MS;
  const dated = mails.map(({ subject, headers }: any) => ({ subject, at: Date.parse(headers.date) }));
  return [...rows, ...dated.filter(({ at }: { at: number }) => !(at > early && at < late))];
}

/** Webhook deliveries that were not answered 200. */
export async function refusedWebhooks({ sandbox }: Stack): Promise<object[]> {
  const { deliveries } = await sandbox.call('webhooks');
  return deliveries.flatMap(({ type, attempts }: any) =>
    attempts.filter(({ status }: any) => status !== 200).map((attempt: object) => ({ type, ...attempt })),
  );
}

/** The number of jobs each server has done. */
export const jobsDoneBy = (stack: OwnStack): Promise<number[]> =>
  sums(stack, /^lampstand_jobs_total\{.*outcome="done".*\} (\d+)/gm);

/** How many processors all servers together use while idle, measured over `seconds`. */
export async function processorsUsed(stack: OwnStack, seconds: number): Promise<number> {
  const spent = async () =>
    (await sums(stack, /^process_cpu_seconds_total ([\d.]+)/gm)).reduce((all, each) => all + each);
  const [before, begun] = [await spent(), performance.now()];
  await eventually(() => performance.now() - begun > seconds * SECOND_MS);
  return ((await spent()) - before) / ((performance.now() - begun) / SECOND_MS);
}

/** Waits until each server's own gauge shows how many seconds its clock is ahead. */
export const untilGaugeShows = (stack: OwnStack, seconds: number[]): Promise<boolean> =>
  eventually(async () => {
    const seen = await sums(stack, /^lampstand_clock_ahead_seconds (-?[\d.]+)/gm);
    return seen.every((each, server) => Math.round(each) === seconds[server]);
  });

/** How often a subscription was charged. */
export const charges = async (stack: Stack, id: number): Promise<number> =>
  (await lifeOf(stack, id)).payments.filter(({ paid_in_cents }: any) => paid_in_cents > 0).length;

async function sums(stack: OwnStack, counter: RegExp): Promise<number[]> {
  const places = await metricsOf(stack);
  return places.map(({ text }) => [...text.matchAll(counter)].reduce((sum, [, value]) => sum + Number(value), 0));
}

/** Guesses `count` sign-up ids from an address. Returns the last answer. */
export async function misses(stack: Stack, count: number, from: string): Promise<Answer> {
  const { get } = callsTo(stack);
  const guesses = Array.from({ length: count }, (_, index) =>
    get(`/api/trial-signup/${2 ** 41 + index}`, { 'x-forwarded-for': from }),
  );
  return (await Promise.all(guesses)).at(-1)!;
}
