import { createHash } from 'node:crypto';
import { sqlStates, subscriptionLife, trialSignup } from '@lampstand/workflows';
import { MEMBER_STATES, SIGNUP_STATES } from '@lampstand/contracts/back-office';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Settings } from '../../platform/config/index.ts';
import { queryPrepared } from '../../platform/database/queries.ts';
import { Sweeper } from '../../platform/jobs/sweeper.ts';
import { joined, raw, type Sql, sql } from '../lists/sql.ts';

const isIn = (tag: 'inTrial' | 'owing' | 'ended') => `(member.state IN (${sqlStates(subscriptionLife, tag)}))`;
const HAS_PAID = `EXISTS (SELECT FROM payments WHERE subscription_id = member.id AND status = 'paid' AND paid_in_cents > 0)`;

/** The column that counts a state. */
export function countOf(of: 'signup' | 'member', state: string): string {
  return `${of}_${state.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}

const OPENED = `IN (${sqlStates(trialSignup, 'opened')})`;

/** The place of a sign-up among those of its person: an open account, else the first. */
const placeOf = (table: string) => `(${table}.state NOT ${OPENED}, ${table}.created_at, ${table}.id)`;
const another = (condition: string) =>
  `EXISTS (SELECT FROM trial_signups AS other WHERE superseded_by IS NULL AND erased_at IS NULL AND ${condition})`;

/**
 * A person is a proven phone, else an email that came with none. Of several sign-ups of a person one counts; a later attempt
 * of the same phone has superseded the unfinished ones before it.
 */
const IS_PERSON = `CASE WHEN trial_signups.phone_verified_at IS NOT NULL
  THEN NOT ${another(`other.phone = trial_signups.phone AND other.phone_verified_at IS NOT NULL AND ${placeOf('other')} < ${placeOf('trial_signups')}`)}
  ELSE NOT ${another(`lower(other.email) = lower(trial_signups.email) AND (other.phone_verified_at IS NOT NULL OR ${placeOf('other')} < ${placeOf('trial_signups')})`)} END`;

const STEPS = {
  registered: 'true',
  verified: 'phone_verified_at IS NOT NULL',
  card: 'card_saved_at IS NOT NULL',
  account: `trial_signups.state ${OPENED}`,
};

/** The column that counts those who reached a step and were contacted by staff. */
export const contactedOf = (step: string): string => `contacted_${step}`;

/** 1 or 0 for each sign-up; the sums are the counts. */
const MEASURES = {
  ...STEPS,
  ...Object.fromEntries(
    Object.entries(STEPS).map(([step, condition]) => [contactedOf(step), `contacted_at IS NOT NULL AND ${condition}`]),
  ),
  in_trial: isIn('inTrial'),
  paid: HAS_PAID,
  owing: isIn('owing'),
  ended_unpaid: `${isIn('ended')} AND NOT ${HAS_PAID}`,
  ...Object.fromEntries(SIGNUP_STATES.map((state) => [countOf('signup', state), `trial_signups.state = '${state}'`])),
  ...Object.fromEntries(MEMBER_STATES.map((state) => [countOf('member', state), `member.state = '${state}'`])),
  people: IS_PERSON,
  people_verified: `phone_verified_at IS NOT NULL AND ${IS_PERSON}`,
};
const NAMES = Object.keys(MEASURES);
const columns = (of: (name: string) => string) => raw(NAMES.map(of).join(', '));
const KEY = raw('day, selected_plan, church_size');
const HASHES = raw('email_hash, phone_hash');

/** A row for each sign-up that counts: not superseded, not erased. */
export const countedOnes = (zone: string): Sql => sql`
  SELECT trial_signups.id, (trial_signups.created_at AT TIME ZONE ${zone})::date AS day, selected_plan, church_size,
         hashtextextended(lower(email), 0) AS email_hash,
         CASE WHEN phone_verified_at IS NOT NULL THEN hashtextextended(phone, 0) END AS phone_hash,
         ${raw(
           Object.entries(MEASURES)
             .map(([name, condition]) => `coalesce((${condition})::int, 0)::smallint AS ${name}`)
             .join(', '),
         )}
    FROM trial_signups LEFT JOIN subscriptions AS member ON member.id = trial_signups.id
   WHERE superseded_by IS NULL AND erased_at IS NULL`;

/** Of the tables; another one starts the counts over. 2: with the sums of all days. */
const VERSION = 2;

/** With more changes than this, counting anew is faster. */
const MAX_WAITING = 2000;
const BATCH = 20_000;

/** These sign-ups, and the counted ones of the same people: as they were counted, and as they are now. */
const withSamePeople = (ids: Sql, zone: string): Sql => sql`(
  WITH changed AS MATERIALIZED (${ids}),
  people AS MATERIALIZED (SELECT ${HASHES} FROM counted_signups JOIN changed USING (id)
             UNION SELECT ${HASHES} FROM (${countedOnes(zone)}) AS counted JOIN changed USING (id))
  SELECT id FROM changed UNION SELECT id FROM counted_signups JOIN people USING (email_hash)
  UNION SELECT id FROM counted_signups JOIN people USING (phone_hash))`;

/**
 * The limit is for the planner, who may know the table from the time before the changes were moved. In the order of the index,
 * because a table from which a million rows were moved is read page by page for those that are left.
 */
const changesUpTo = (count: number) =>
  `(SELECT signup_id AS id FROM changed_signups ORDER BY changed_signups.id LIMIT ${count}) AS changes`;
const WAITING = raw(`SELECT DISTINCT id FROM ${changesUpTo(2 * MAX_WAITING)}`);

/** The kept counts of a plan and a church size have a row for each day, and one with the sums of all days. */
export type Days = 'each' | 'all';
const ALL_DAYS = raw(`'-infinity'`);

const keptOnes = (measures: readonly string[], days: Days): Sql =>
  sql`SELECT ${KEY}, ${raw(measures.join(', '))} FROM signup_counts WHERE day ${raw(days === 'all' ? '=' : '>')} ${ALL_DAYS}`;

/**
 * The counts as they are in this moment: what is kept, corrected by the changes that wait. A part of a UNION computes each of its
 * columns for each row, so it has only the measures that are asked for.
 */
const keptCounts = (measures: readonly string[], days: Days, zone: string): Sql => sql`
  ${keptOnes(measures, days)}
  UNION ALL SELECT ${KEY}, ${raw(measures.map((name) => `-${name}`).join(', '))}
              FROM counted_signups JOIN ${withSamePeople(WAITING, zone)} AS waiting USING (id)
  UNION ALL SELECT ${KEY}, ${raw(measures.join(', '))}
              FROM (${countedOnes(zone)}) AS counted JOIN ${withSamePeople(WAITING, zone)} AS waiting USING (id)`;

/**
 * Keeps counts of sign-ups for the reports. Triggers note each change; a sweep moves it into the counts, and until then a
 * reading adds it. So the counts are exact in each snapshot of the database, and no sign-up waits for a counter.
 */
@Injectable()
export class SignupCounts implements OnApplicationBootstrap {
  private readonly zone: string;
  private readonly basis: string;
  private mayStartOver = true;

  constructor(
    private readonly dataSource: DataSource,
    private readonly sweeper: Sweeper,
    settings: Settings,
  ) {
    this.zone = settings.ORG_TIME_ZONE;
    this.basis = createHash('sha256')
      .update(`${VERSION} ${countedOnes(this.zone).literal}`)
      .digest('hex');
  }

  onApplicationBootstrap(): void {
    this.sweeper.every('counts of sign-ups', () => this.update());
  }

  /**
   * These kept counts as several rows for each key; undefined while it is faster or necessary to count the sign-ups. With the
   * days 'all', `day` has no meaning.
   */
  async kept(measures: readonly string[], days: Days): Promise<Sql | undefined> {
    const [kept] = await queryPrepared<{ current: boolean; waiting: number }>(
      this.dataSource.manager,
      `SELECT EXISTS (SELECT FROM signup_counts_basis WHERE basis = $1) AS current,
              (SELECT count(*)::int FROM ${changesUpTo(MAX_WAITING + 1)}) AS waiting`,
      [this.basis],
    );
    if (!kept?.current || kept.waiting > MAX_WAITING) return undefined;
    return kept.waiting ? keptCounts(measures, days, this.zone) : keptOnes(measures, days);
  }

  /** Moves all changes that wait into the counts. Another replica that is at it does the same. */
  async update(): Promise<void> {
    let moved;
    do
      moved = await inOneSnapshot(this.dataSource, 'counts of sign-ups', async (tx) =>
        (await this.isCurrent(tx)) ? moveBatch(tx, this.zone) : 0,
      );
    while (moved === BATCH);
  }

  /**
   * Whether the kept counts are of this zone and version. If not, every sign-up has changed. A process starts them over once at
   * most, or two versions beside each other would do so by turns.
   */
  private async isCurrent(tx: EntityManager): Promise<boolean> {
    const [known] = await tx.query<{ basis: string }[]>('SELECT basis FROM signup_counts_basis');
    const startOver = known?.basis !== this.basis && this.mayStartOver;
    this.mayStartOver = false;
    if (!startOver) return known?.basis === this.basis;
    for (const table of ['signup_counts', 'counted_signups', 'changed_signups', 'signup_counts_basis'])
      await tx.query(`DELETE FROM ${table}`);
    await tx.query('INSERT INTO changed_signups (signup_id) SELECT id FROM trial_signups');
    await tx.query('INSERT INTO signup_counts_basis (basis, zone) VALUES ($1, $2)', [this.basis, this.zone]);
    return true;
  }
}

/** Does the work in one snapshot, which has a change and what it changed or neither. Undefined where another replica is at it. */
export function inOneSnapshot<Result>(
  dataSource: DataSource,
  name: string,
  work: (tx: EntityManager) => Promise<Result>,
): Promise<Result | undefined> {
  return dataSource.transaction('REPEATABLE READ', async (tx) => {
    const [{ locked }] = await tx.query<[{ locked: boolean }]>(
      'SELECT pg_try_advisory_xact_lock(hashtext($1)) AS locked',
      [name],
    );
    return locked ? work(tx) : undefined;
  });
}

async function moveBatch(tx: EntityManager, zone: string): Promise<number> {
  const [taken] = await tx.query<[{ signup_id: string }[]]>(
    `DELETE FROM changed_signups WHERE id IN (SELECT id FROM changed_signups ORDER BY id LIMIT ${BATCH}) RETURNING signup_id`,
  );
  if (!taken.length) return 0;
  const changed = await tx.query<{ id: string }[]>(
    ...withSamePeople(listed(taken.map(({ signup_id }) => signup_id)), zone).parameterized,
  );
  const ids = sql`(${listed(changed.map(({ id }) => id))})`;
  const now = sql`(SELECT counted.* FROM (${countedOnes(zone)}) AS counted JOIN ${ids} AS taken USING (id))`;
  const before = sql`(SELECT counted_signups.* FROM counted_signups JOIN ${ids} AS taken USING (id))`;
  for (const statement of [
    sql`INSERT INTO signup_counts (${KEY}, ${columns((name) => name)})
        SELECT coalesce(day, ${ALL_DAYS}), selected_plan, church_size, ${columns((name) => `sum(${name})`)} FROM (
          SELECT ${KEY}, ${columns((name) => name)} FROM ${now} AS now
          UNION ALL SELECT ${KEY}, ${columns((name) => `-${name}`)} FROM ${before} AS before) AS changes
         GROUP BY GROUPING SETS ((${KEY}), (selected_plan, church_size)) HAVING ${joined(
           NAMES.map((name) => raw(`sum(${name}) <> 0`)),
           ' OR ',
         )}
        ON CONFLICT (${KEY}) DO UPDATE SET ${columns((name) => `${name} = signup_counts.${name} + excluded.${name}`)}`,
    sql`DELETE FROM counted_signups USING ${ids} AS taken WHERE counted_signups.id = taken.id`,
    sql`INSERT INTO counted_signups (id, ${KEY}, ${HASHES}, ${columns((name) => name)})
        SELECT id, ${KEY}, ${HASHES}, ${columns((name) => name)} FROM ${now} AS now`,
  ])
    await tx.query(...statement.parameterized);
  return taken.length;
}

const listed = (ids: string[]): Sql => sql`SELECT DISTINCT unnest(string_to_array(${ids.join()}, ',')::bigint[]) AS id`;
