import { civilDay, NEEDS_ANSWER, type PaymentDispute } from '@lampstand/contracts';
import {
  type Colleague,
  type OwnedKind,
  ownedKindOf,
  type PageQuery,
  type Queue,
  ERASURE_DAYS,
  QUEUE_GROUP_SIZE,
  QUEUE_KINDS,
  QUEUE_VISITOR_DAYS,
  type QueueGroup,
  type QueueItem,
  type QueueKind,
  type Role,
  type StuckGroupName,
} from '@lampstand/contracts/back-office';
import { sqlStates, subscriptionLife, trialSignup, type TrialTag } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, Today } from '../../platform/clock/clock.ts';
import { daysAfter, minutesAfter } from '../../platform/clock/instants.ts';
import { Settings } from '../../platform/config/index.ts';
import { every, instant, numeric, raw, type Sql, sql } from '../../platform/database/sql.ts';
import { RETURNED_MAILS } from '../../platform/mail/index.ts';
import type { ActingStaff } from '../auth/index.ts';
import {
  applications,
  columns,
  oldestFirst,
  onDays,
  orderOf,
  OWED_IN_CENTS,
  type Page,
  type PagedList,
  type Sort,
  StaffReads,
  trialRequests,
  trialSignups,
  WAITS_SINCE,
} from '../lists/index.ts';
import { businessDayAfter, businessDaysBetween, PROMISED_DAYS } from './business-days.ts';
import { DeadCauses } from './dead-jobs.ts';
import { HangingWork } from './hanging-work.ts';
import { NEEDS_ADMINISTRATOR } from './erasure-approval.ts';

type ItemRow = Omit<QueueItem, 'snoozedUntil' | 'answer'> & { snoozedUntil: string | null; dispute?: PaymentDispute };

/** Reads what needs a person. An item that is snoozed or done is left out. */
@Injectable()
export class ReadQueue {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reads: StaffReads,
    private readonly deadCauses: DeadCauses,
    private readonly hangingWork: HangingWork,
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly today: Today,
  ) {}

  async execute(staff: ActingStaff): Promise<Queue> {
    const snoozing = await this.dataSource.query<{ kind: QueueKind }[]>(
      'SELECT DISTINCT kind FROM queue_items WHERE snoozed_until > $1',
      [this.clock.now()],
    );
    const kinds = new Set(snoozing.map(({ kind }) => kind));
    return { groups: await Promise.all(QUEUE_KINDS.map((kind) => this.group(kind, kinds.has(kind), staff))) };
  }

  /** All items of a group, or all snoozed ones, the oldest first; of unpaid members the largest debt. */
  async page(kind: QueueKind, snoozed: boolean, query: PageQuery, staff: ActingStaff): Promise<Page<QueueItem>> {
    if (kind === 'deadJobs') {
      const rows = await this.deadCauses.items(snoozed);
      return { rows, total: rows.length, atLeast: false };
    }
    const request = { staff, list: 'queue', q: undefined } as const;
    const list = await this.listOf(kind, snoozed, staff);
    const page = await this.reads.page<ItemRow>(request, list, rowOf(kind), query);
    return { ...page, rows: page.rows.map((row) => this.itemOf(kind, row)) };
  }

  /** The member of staff who has taken the record. */
  async ownerOf(kind: OwnedKind, id: number): Promise<{ id: number; name: string } | { id: null; name: null }> {
    const owned =
      kind === 'request' ? 'trial_requests WHERE id = $1' : `queue_items WHERE subject_id = $1 AND kind = '${kind}'`;
    const [row] = await this.dataSource.query<{ id: number; name: string }[]>(
      `SELECT id::float8 AS id, name FROM staff_accounts WHERE id = (SELECT owner_id FROM ${owned})`,
      [id],
    );
    return row ?? { id: null, name: null };
  }

  /** All staff accounts, by name. */
  staff(): Promise<Colleague[]> {
    return this.dataSource.query(
      `SELECT id, name, disabled_at IS NULL AND invited_at IS NULL AS "canOwn" FROM staff_accounts ORDER BY name`,
    );
  }

  private async group(kind: QueueKind, mayBeSnoozed: boolean, staff: ActingStaff): Promise<QueueGroup> {
    if (kind === 'deadJobs') {
      const [items, snoozed] = await Promise.all([this.deadCauses.items(false), this.deadCauses.items(true)]);
      return { kind, count: items.length, snoozed: snoozed.length, items: items.slice(0, QUEUE_GROUP_SIZE) };
    }
    const items = withItems(kind, await this.subjectsOf(kind, staff));
    const oldest = sql`SELECT subject.*, snoozed_until, (count(*) OVER ())::int AS total FROM ${items} WHERE ${this.isShown}
      ${orderOf(sortOf(kind))} LIMIT ${QUEUE_GROUP_SIZE}`;
    const [rows, snoozed] = await Promise.all([
      this.rows<ItemRow & { total: number }>(
        sql`SELECT ${rowOf(kind)}, total FROM (${oldest}) AS subject ${orderOf(sortOf(kind))}`,
      ),
      mayBeSnoozed ? this.count(sql`SELECT count(*)::int AS total FROM ${items} WHERE ${this.isSnoozed}`) : 0,
    ]);
    return {
      kind,
      count: rows[0]?.total ?? 0,
      snoozed,
      items: rows.map(({ total: _, ...row }) => this.itemOf(kind, row)),
    };
  }

  private async listOf(kind: RowKind, snoozed: boolean, staff: ActingStaff): Promise<PagedList> {
    const where = snoozed ? this.isSnoozed : this.isShown;
    return { from: withItems(kind, await this.subjectsOf(kind, staff)), where, sort: sortOf(kind), exactTotal: true };
  }

  private async subjectsOf(kind: RowKind, staff: ActingStaff): Promise<Sql> {
    const { from, where, since } = await this.sourceOf(kind, staff);
    const more = raw(MORE_COLUMNS[kind] ?? '');
    return sql`SELECT id, first_name, last_name, church_name, ${since} AS needs_since${more} FROM ${from} WHERE ${where}`;
  }

  private async sourceOf(kind: RowKind, { role }: ActingStaff): Promise<Source> {
    const { ORG_TIME_ZONE: zone } = this.settings;
    if (kind === 'erasure') return waitingErasures(role);
    if (kind === 'provider') return hanging(JSON.stringify(await this.hangingWork.subjects()));
    return sourceOf(kind, { now: this.clock.now(), today: this.today.day, zone });
  }

  private get isShown(): Sql {
    return sql`(snoozed_until > ${this.clock.now()} OR ${IS_DONE}) IS NOT TRUE`;
  }

  private get isSnoozed(): Sql {
    return sql`snoozed_until > ${this.clock.now()} AND (${IS_DONE}) IS NOT TRUE`;
  }

  private itemOf(kind: QueueKind, { snoozedUntil, dispute, ...item }: ItemRow): QueueItem {
    return {
      ...item,
      ...this.promiseOf(kind, new Date(item.since)),
      ...(dispute && { answer: this.answerTo(dispute) }),
      ...(snoozedUntil && new Date(snoozedUntil) > this.clock.now() && { snoozedUntil }),
    };
  }

  private promiseOf(kind: QueueKind, since: Date): Pick<QueueItem, 'dueOn'> {
    const dayOf = (at: Date) => civilDay(at, this.settings.ORG_TIME_ZONE);
    if (kind === 'erasure') return { dueOn: dayOf(daysAfter(since, ERASURE_DAYS)) };
    return kind === 'application' ? { dueOn: businessDayAfter(dayOf(since), PROMISED_DAYS.by) } : {};
  }

  private answerTo({ id, answerBy }: PaymentDispute): QueueItem['answer'] {
    const { ORG_TIME_ZONE, stripeDashboard } = this.settings;
    const by = answerBy && civilDay(new Date(answerBy), ORG_TIME_ZONE);
    return { by, page: `${stripeDashboard}/disputes/${id}` };
  }

  private async count(query: Sql): Promise<number> {
    const [row] = await this.rows<{ total: number }>(query);
    return row?.total ?? 0;
  }

  private rows<Row>(query: Sql): Promise<Row[]> {
    return this.dataSource.query<Row[]>(...query.parameterized);
  }
}

const OLDEST_FIRST = oldestFirst(raw('needs_since'), raw('subject.id'));
/** The largest debt first, and of equal ones the oldest. */
const LARGEST_FIRST: Sort = {
  by: '-owes',
  key: raw(`lpad(owed::text, 12, '0') || (9999999999 - extract(epoch FROM needs_since)::bigint)`),
  type: 'text',
  id: raw('subject.id'),
  descending: true,
};
const sortOf = (kind: RowKind): Sort => (kind === 'payment' ? LARGEST_FIRST : OLDEST_FIRST);
const IS_DONE = raw('done_at >= needs_since');

/** The subjects with what staff did with them. */
const withItems = (kind: RowKind, subjects: Sql): Sql => sql`(${subjects}) AS subject
  LEFT JOIN queue_items AS item ON item.kind = ${kind} AND item.subject_id = subject.id`;

/** What the items of a kind have beside the columns of all. */
const MORE_COLUMNS: Partial<Record<QueueKind, string>> = {
  erasure: ', (SELECT name FROM staff_accounts WHERE id = erasure_requested_by) AS requested_by',
  emailClaimed: ', email_proven_at',
  disputed: ', dispute',
  provider: ', waits',
  payment: `, coalesce(${OWED_IN_CENTS}, 0) AS owed, contacted_at,
    (SELECT plan FROM subscriptions WHERE subscriptions.id = trial_signups.id) AS plan`,
};
const OWES: [string, Sql] = [
  'owes',
  sql`jsonb_build_object('inCents', owed, 'plan', plan, 'contactedAt', ${instant('contacted_at')})`,
];
const REQUESTED_BY: [string, Sql] = ['requestedBy', raw('requested_by')];
const EMAIL_PROVEN: [string, Sql] = ['emailProvenAt', instant('email_proven_at')];

const rowOf = (kind: RowKind): Sql =>
  columns(
    ['id', numeric('subject.id')],
    ['name', raw(`btrim(first_name || ' ' || last_name)`)],
    ['churchName', raw('church_name')],
    ['since', instant('needs_since')],
    ['snoozedUntil', instant('snoozed_until')],
    ['owner', ownerOf(kind)],
    ...(kind === 'erasure' ? [REQUESTED_BY] : []),
    ...(kind === 'emailClaimed' ? [EMAIL_PROVEN] : []),
    ...(kind === 'disputed' ? ['dispute'] : []),
    ...(kind === 'provider' ? ['waits'] : []),
    ...(kind === 'payment' ? [OWES] : []),
  );

/** The kinds whose items are rows of the database. Causes of dead jobs are not. */
type RowKind = Exclude<QueueKind, 'deadJobs'>;

/** The records of a group. */
interface Source {
  from: Sql;
  where: Sql;
  /** When a record began to need a person. */
  since: Sql;
}

/** What the groups depend on. */
interface Moment {
  now: Date;
  /** The organization's civil day and zone. */
  today: string;
  zone: string;
}

const CREATED_AT = raw('created_at');
/** A sweep asks every few seconds: what is unknown, or not asked, for longer needs a person. */
const OVERDUE_MINUTES = 5;

/** Erasure requests that need the approval of an administrator; for support, none. */
const waitingErasures = (role: Role): Source => ({
  from: raw('trial_signups'),
  where:
    role === 'support'
      ? raw('false')
      : raw(`erasure_requested_at IS NOT NULL AND erased_at IS NULL AND ${NEEDS_ADMINISTRATOR}`),
  since: raw('erasure_requested_at'),
});

/** Sign-ups with a job that waits for a provider; `subjects` is JSON. */
const hanging = (subjects: string): Source => ({
  from: sql`trial_signups JOIN jsonb_to_recordset(${subjects}::jsonb) AS job (job_subject bigint, job_since timestamptz, waits jsonb)
    ON job_subject = trial_signups.id`,
  where: raw('erased_at IS NULL'),
  since: raw('job_since'),
});

function sourceOf(kind: Exclude<RowKind, 'erasure' | 'provider'>, moment: Moment): Source {
  switch (kind) {
    case 'request':
      return { ...trialRequests({ state: 'new' }, false), since: CREATED_AT };
    case 'application': {
      const { from, where } = applications({ state: 'open' }, false);
      const due = onDays({ endDate: lastDueDay(moment.today) }, CREATED_AT, moment.zone);
      return { from, where: every([where, ...due]), since: CREATED_AT };
    }
    case 'unreported': {
      const overdue = minutesAfter(moment.now, -OVERDUE_MINUTES);
      return {
        from: raw('trial_signups'),
        where: sql`(card_unknown_since <= ${overdue} OR card_check_at <= ${overdue}) AND superseded_by IS NULL
          AND erased_at IS NULL AND ${raw(`state IN (${sqlStates(trialSignup, 'waitsForCard')})`)}`,
        since: raw('least(card_unknown_since, card_check_at)'),
      };
    }
    case 'disputed':
      return DISPUTED;
    case 'cardMissing':
      return ofMember(raw('card IS NULL'), CARD_GONE_AT);
    case 'cardExpiring':
      return ofMember(raw(CARD_EXPIRES), raw('card_used_since'));
    case 'memberMail':
      return ofReturnedMail('opened');
    case 'visitorMail':
      return ofReturnedMail('open');
    case 'emailRefused':
      return ofAccount('email_refused_at');
    case 'emailClaimed':
      return ofAccount('email_claimed_at');
    default:
      return stuckSignups(kind, moment);
  }
}

/** The month of the next payment comes after that of the card. As in the index `subscriptions_card_expiring`. */
const CARD_EXPIRES = `period_ends_at AT TIME ZONE 'UTC' >=
  make_date(left(card ->> 'expires', 4)::integer, right(card ->> 'expires', 2)::integer, 1) + interval '1 month'`;
const CARD_GONE_AT = raw(`coalesce((SELECT max(at) FROM workflow_journal
  WHERE flow = '${subscriptionLife.id}' AND subject_id = member_id AND note = 'card gone'), member_since)`);

/** Staff do not contact a person while an erasure request waits. */
const HAS_NO_ERASURE = 'erased_at IS NULL AND erasure_requested_at IS NULL';

/** Members whose next payment has no card that works. One that owes is in the group of unpaid invoices. */
const ofMember = (condition: Sql, since: Sql): Source => ({
  from: sql`trial_signups JOIN (SELECT id AS member_id, created_at AS member_since, card_since AS card_used_since FROM subscriptions
    WHERE next_charge IS NOT NULL AND cancel_at IS NULL AND ${raw(`state NOT IN (${sqlStates(subscriptionLife, 'owing')})`)}
      AND ${condition}) AS member ON member_id = trial_signups.id`,
  where: raw(HAS_NO_ERASURE),
  since,
});

/** Members with a dispute that waits for our answer, each with the oldest one. */
const DISPUTED: Source = {
  from: raw(`trial_signups JOIN (SELECT DISTINCT ON (subscription_id) subscription_id AS member_id, dispute FROM payments
    WHERE dispute ->> 'state' IN (${NEEDS_ANSWER.map((state) => `'${state}'`).join(', ')})
    ORDER BY subscription_id, dispute ->> 'openedAt') AS disputed ON member_id = trial_signups.id`),
  where: raw('erased_at IS NULL'),
  since: raw(`(dispute ->> 'openedAt')::timestamptz`),
};

/** People whose last mail bounced. */
const ofReturnedMail = (tag: TrialTag): Source => ({
  from: raw(`trial_signups JOIN (${RETURNED_MAILS}) AS returned ON subject_id = trial_signups.id`),
  where: raw(`state IN (${sqlStates(trialSignup, tag)}) AND superseded_by IS NULL AND ${HAS_NO_ERASURE}`),
  since: raw('returned_at'),
});

/** Sign-ups whose account has this time. */
const ofAccount = (column: 'email_refused_at' | 'email_claimed_at'): Source => ({
  from: raw(
    `trial_signups JOIN (SELECT trial_id, ${column} FROM users) AS account ON account.trial_id = trial_signups.id`,
  ),
  where: raw(`${column} IS NOT NULL AND erased_at IS NULL`),
  since: raw(column),
});

/** The owner of the record `subject`. */
function ownerOf(kind: RowKind): Sql {
  if (kind === 'request')
    return raw(`(SELECT account.name FROM trial_requests AS request JOIN staff_accounts AS account ON account.id = request.owner_id
      WHERE request.id = subject.id)`);
  return raw(`(SELECT account.name FROM queue_items AS taken JOIN staff_accounts AS account ON account.id = taken.owner_id
    WHERE taken.kind = '${ownedKindOf(kind)}' AND taken.subject_id = subject.id)`);
}

/** Sign-ups of the last 7 days that staff have not contacted; stuck openings and unpaid invoices of any age. */
function stuckSignups(stuck: StuckGroupName, { now, zone }: Moment): Source {
  const isVisitor = stuck === 'code' || stuck === 'card';
  const startDate = isVisitor ? civilDay(daysAfter(now, -QUEUE_VISITOR_DAYS), zone) : undefined;
  const { from, where } = trialSignups(
    { stuck, startDate, ...(isVisitor && { contacted: 'no' }) },
    { zone, now, masked: false },
  );
  const since = stuck === 'payment' ? raw('state_since') : WAITS_SINCE;
  return { from, where: every([where, raw('erasure_requested_at IS NULL')]), since };
}

/** The last day of applications whose promised days have begun. */
function lastDueDay(today: string): string {
  let day = today;
  while (businessDaysBetween(day, today) < PROMISED_DAYS.from)
    day = civilDay(daysAfter(new Date(`${day}T12:00:00Z`), -1), 'UTC');
  return day;
}
