import { civilDay } from '@lampstand/contracts';
import { hasTag, sqlStates, trialSignup, type TrialState } from '@lampstand/workflows';
import {
  type Funnel,
  type FunnelCounts,
  type FunnelGroup,
  type FunnelGroupQuery,
  listed,
  MEMBER_STATES,
  SIGNUP_STATES,
  STUCK_GROUPS,
  type StuckGroupName,
  type TrialFilter,
  withDays,
} from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { Settings } from '../../platform/config/index.ts';
import { oneOf } from '../lists/signup-conditions.ts';
import { every, raw, type Sql, sql } from '../lists/sql.ts';
import { trialSignups } from '../lists/trial-signups.ts';
import { contactedOf, countOf, type Days, SignupCounts } from './signup-counts.ts';

const COUNTS =
  raw(`count(*)::int AS registered, count(phone_verified_at)::int AS verified, count(card_saved_at)::int AS card,
  (count(*) FILTER (WHERE state IN (${sqlStates(trialSignup, 'opened')})))::int AS account`);
const STEPS = ['registered', 'verified', 'card', 'account'];
const PEOPLE = ['people', 'people_verified'];
const SUMS = raw(STEPS.map((step) => `sum(${step})::int AS ${step}`).join(', '));

const GROUPED_BY: Record<FunnelGroupQuery['by'], Sql> = { plan: raw('selected_plan'), churchSize: raw('church_size') };

/** How many of the filtered sign-ups reached each step: in total, and per civil day of the organization on which they began. */
@Injectable()
export class ReadFunnel {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly signupCounts: SignupCounts,
  ) {}

  /** Includes the days without a sign-up between the first and the last. */
  async execute(filter: TrialFilter, masked: boolean): Promise<Funnel> {
    const chosen = await this.keptOf(filter, STEPS, 'each');
    const counted = chosen
      ? sql`SELECT day, ${SUMS} FROM ${chosen} GROUP BY day HAVING sum(registered) > 0`
      : recount(this.listOf(filter, masked), this.settings.ORG_TIME_ZONE);
    const days = await this.dataSource.query<Funnel['days']>(
      ...sql`
        WITH counted AS (${counted})
        SELECT to_char(each, 'YYYY-MM-DD') AS day, coalesce(registered, 0) AS registered, coalesce(verified, 0) AS verified,
               coalesce(card, 0) AS card, coalesce(account, 0) AS account
          FROM generate_series((SELECT min(day) FROM counted)::timestamp, (SELECT max(day) FROM counted), interval '1 day') AS each
          LEFT JOIN counted ON day = each ORDER BY each`.parameterized,
    );
    const people = chosen && (await this.peopleOf(filter));
    const sumOf = (name: keyof FunnelCounts) => days.reduce((sum, day) => sum + day[name], 0);
    const counts = { registered: sumOf('registered'), verified: sumOf('verified'), card: sumOf('card') };
    return { ...counts, account: sumOf('account'), days, ...(people && { people }) };
  }

  private async peopleOf(filter: TrialFilter): Promise<Funnel['people']> {
    const chosen = await this.keptOf(filter, PEOPLE);
    if (!chosen) return undefined;
    const [people] = await this.dataSource.query<[NonNullable<Funnel['people']>]>(
      ...sql`SELECT coalesce(sum(people), 0)::int AS registered, coalesce(sum(people_verified), 0)::int AS verified FROM ${chosen}`
        .parameterized,
    );
    return people;
  }

  /** The counts of each plan or church size, the largest group first. */
  async groups(filter: TrialFilter, by: FunnelGroupQuery['by'], masked: boolean): Promise<FunnelGroup[]> {
    const chosen = await this.keptOf(filter, STEPS);
    const { from, where } = this.listOf(filter, masked);
    const counted = chosen ? sql`${SUMS} FROM ${chosen}` : sql`${COUNTS} FROM ${from} WHERE ${where}`;
    return this.dataSource.query<FunnelGroup[]>(
      ...sql`SELECT * FROM (SELECT ${GROUPED_BY[by]} AS value, ${counted} GROUP BY 1) AS groups
              WHERE registered > 0 ORDER BY registered DESC, value`.parameterized,
    );
  }

  /** How many sign-ups the filter chooses, from the kept counts; undefined where it asks for more than they tell. */
  async total({ state, stuck, reached, ...filter }: TrialFilter): Promise<Sql | undefined> {
    const measures = measuresOf({ state, stuck, reached });
    const chosen = measures && (await this.keptOf(filter, measures));
    return chosen && sql`SELECT coalesce(sum(${raw(measures.join(' + '))}), 0)::int AS total FROM ${chosen}`;
  }

  /** These kept counts of what the filter chooses; undefined where it asks for more than they tell. */
  private async keptOf(filter: TrialFilter, measures: readonly string[], days?: Days): Promise<Sql | undefined> {
    const today = civilDay(this.clock.now(), this.settings.ORG_TIME_ZONE);
    const { startDate, endDate, plan, churchSize, contacted, sort: _, ...others } = withDays(filter, today);
    if (Object.values(others).some(Boolean) || (contacted && !measures.every((each) => STEPS.includes(each))))
      return undefined;
    const read = contacted ? [...measures, ...measures.map(contactedOf)] : measures;
    const kept = await this.signupCounts.kept(read, days ?? (startDate || endDate ? 'each' : 'all'));
    const chosen = every([
      ...(startDate ? [sql`day >= ${startDate}::date`] : []),
      ...(endDate ? [sql`day <= ${endDate}::date`] : []),
      ...(plan ? [oneOf('selected_plan', listed(plan))] : []),
      ...(churchSize ? [oneOf('church_size', listed(churchSize))] : []),
    ]);
    const counts = measures.map((each) => `${countedAs(each, contacted)} AS ${each}`).join(', ');
    return (
      kept &&
      sql`(SELECT day, selected_plan, church_size, ${raw(counts)} FROM (${kept}) AS kept WHERE ${chosen}) AS chosen`
    );
  }

  private listOf(filter: TrialFilter, masked: boolean) {
    return trialSignups(filter, { zone: this.settings.ORG_TIME_ZONE, now: this.clock.now(), masked });
  }
}

/** The count of a step: of all sign-ups, of those that staff contacted (`yes`), or of the others (`no`). */
function countedAs(step: string, contacted: TrialFilter['contacted']): string {
  if (!contacted) return step;
  return contacted === 'yes' ? contactedOf(step) : `${step} - ${contactedOf(step)}`;
}

/** The kept counts of sign-ups in these states; undefined for a filter that depends on the time, or on several measures at once. */
function measuresOf({ state, stuck, reached }: Pick<TrialFilter, 'state' | 'stuck' | 'reached'>): string[] | undefined {
  const groups = listed(stuck).map((name) => STUCK_GROUPS[name as StuckGroupName]);
  const states = groups.length ? groups.flatMap((group) => group.states) : listed(state);
  const [step, ...furtherSteps] = listed(reached);
  if (groups.some(({ minutes }) => minutes > 0) || [state, stuck, reached].filter(Boolean).length > 1) return undefined;
  if (furtherSteps.length) return undefined;
  if (step) return [step];
  return states.length ? inStates(states) : ['registered'];
}

/** A member's sign-up is in an opened state, so it is not counted again by the state of its subscription. */
function inStates(states: readonly string[]): string[] {
  const signups = SIGNUP_STATES.filter((state) => states.includes(state));
  const membersCounted = signups.some((state) => hasTag(trialSignup, state as TrialState, 'opened'));
  const members = membersCounted ? [] : MEMBER_STATES.filter((state) => states.includes(state));
  return [...signups.map((state) => countOf('signup', state)), ...members.map((state) => countOf('member', state))];
}

/** `width_bucket` over the midnights is several times faster than converting each row to its civil day. */
const recount = ({ from, where }: ReturnType<typeof trialSignups>, zone: string): Sql => sql`
  WITH chosen AS NOT MATERIALIZED (SELECT * FROM ${from} WHERE ${where}),
  span AS (SELECT (min(created_at) AT TIME ZONE ${zone})::date AS first, (max(created_at) AT TIME ZONE ${zone})::date AS last
             FROM chosen),
  days AS (SELECT n, first + n - 1 AS day, (first + n - 1)::timestamp AT TIME ZONE ${zone} AS midnight
             FROM span, generate_series(1, last - first + 1) AS n),
  counted AS (
    SELECT width_bucket(created_at, (SELECT array_agg(midnight ORDER BY n) FROM days)) AS n, ${COUNTS} FROM chosen GROUP BY 1)
  SELECT day, registered, verified, card, account FROM days JOIN counted USING (n)`;
