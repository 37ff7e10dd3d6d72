import { civilDay } from '@lampstand/contracts';
import {
  type Queue,
  QUEUE_GROUP_SIZE,
  QUEUE_KINDS,
  QUEUE_VISITOR_DAYS,
  type QueueGroup,
  type QueueItem,
  type QueueKind,
  type StuckGroupName,
} from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, Today } from '../../platform/clock/clock.ts';
import { daysAfter } from '../../platform/clock/instants.ts';
import { Settings } from '../../platform/config/index.ts';
import { businessDayAfter, businessDaysBetween, PROMISED_DAYS } from '../ambassadors/business-days.ts';
import { applications } from '../lists/ambassador-applications.ts';
import { instant, numeric } from '../lists/list.ts';
import { onDays } from '../lists/search.ts';
import { WAITS_SINCE } from '../lists/signup-conditions.ts';
import { every, raw, type Sql, sql } from '../lists/sql.ts';
import { trialRequests } from '../lists/trial-requests.ts';
import { trialSignups } from '../lists/trial-signups.ts';

/** The records of a group: the list that its link opens. */
interface Source {
  from: Sql;
  where: Sql;
  /** When a record began to need a person. */
  since: Sql;
  /** The id of the account that has taken it; the queue's own without it. */
  owner?: Sql;
}

const CREATED_AT = raw('created_at');

/** Reads what needs a person, from the same conditions as the lists. */
@Injectable()
export class ReadQueue {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly today: Today,
  ) {}

  async execute(): Promise<Queue> {
    const [version, ...groups] = await Promise.all([this.version(), ...QUEUE_KINDS.map((kind) => this.group(kind))]);
    return { version, groups, from: this.firstVisitorDay };
  }

  /** Changes with every action on any item. */
  async version(): Promise<string> {
    const [row] = await this.dataSource.query<{ version: string | null }[]>(
      `SELECT ${instant('max(changed_at)').literal} AS version FROM queue_items`,
    );
    return row?.version ?? '';
  }

  private get firstVisitorDay(): string {
    return civilDay(daysAfter(this.clock.now(), -QUEUE_VISITOR_DAYS), this.settings.ORG_TIME_ZONE);
  }

  private async group(kind: QueueKind): Promise<QueueGroup> {
    const { from, where, since, owner = raw('NULL::int') } = this.sourceOf(kind);
    const now = this.clock.now();
    const rows = await this.dataSource.query<(QueueItem & { count: number; since: string })[]>(
      ...sql`
        SELECT ${numeric('subject.id')} AS id, btrim(first_name || ' ' || last_name) AS name, church_name AS "churchName",
               ${instant('needs_since')} AS since, account.email AS owner, (count(*) OVER ())::int AS count
          FROM (SELECT id, first_name, last_name, church_name, ${since} AS needs_since, ${owner} AS taken_by
                  FROM ${from} WHERE ${where}) AS subject
          LEFT JOIN queue_items AS item ON item.kind = ${kind} AND item.subject_id = subject.id
          LEFT JOIN staff_accounts AS account ON account.id = coalesce(taken_by, item.owner_id)
         WHERE (snoozed_until IS NULL OR snoozed_until <= ${now}) AND (done_at IS NULL OR done_at < needs_since)
         ORDER BY needs_since, subject.id LIMIT ${QUEUE_GROUP_SIZE}`.parameterized,
    );
    const items = rows.map(({ count: _, ...item }) => ({ ...item, ...this.dueDay(kind, item) }));
    return { kind, count: rows[0]?.count ?? 0, items };
  }

  private dueDay(kind: QueueKind, { since }: QueueItem): Pick<QueueItem, 'dueOn'> {
    if (kind !== 'application') return {};
    return { dueOn: businessDayAfter(civilDay(new Date(since), this.settings.ORG_TIME_ZONE), PROMISED_DAYS.by) };
  }

  private sourceOf(kind: QueueKind): Source {
    if (kind === 'request') {
      return { ...trialRequests({ state: 'new' }, false), since: CREATED_AT, owner: raw('owner_id') };
    }
    if (kind === 'application') {
      const { from, where } = applications({ state: 'open' }, false);
      const due = onDays({ endDate: this.lastDueDay() }, CREATED_AT, this.settings.ORG_TIME_ZONE);
      return { from, where: every([where, ...due]), since: CREATED_AT };
    }
    return this.signups(kind);
  }

  /** Sign-ups of the last 7 days that staff have not contacted; stuck openings and unpaid invoices of any age. */
  private signups(stuck: StuckGroupName): Source {
    const isVisitor = stuck === 'code' || stuck === 'card';
    const startDate = isVisitor ? this.firstVisitorDay : undefined;
    const reading = { zone: this.settings.ORG_TIME_ZONE, now: this.clock.now(), masked: false };
    const { from, where } = trialSignups({ stuck, startDate, ...(isVisitor && { contacted: 'no' }) }, reading);
    // last_seen_at is never before created_at, so this excludes no row; it lets PostgreSQL use the index on state and last_seen_at.
    const seen = onDays({ startDate }, raw('last_seen_at'), reading.zone);
    const since = stuck === 'payment' ? raw('state_since') : WAITS_SINCE;
    return { from, where: every([where, ...seen]), since };
  }

  /** The last day of applications whose promised days have begun. */
  private lastDueDay(): string {
    const today = this.today.day;
    let day = today;
    while (businessDaysBetween(day, today) < PROMISED_DAYS.from)
      day = civilDay(daysAfter(new Date(`${day}T12:00:00Z`), -1), 'UTC');
    return day;
  }
}
