import { civilDay } from '@lampstand/contracts';
import { ownedKindOf, QUEUE_VISITOR_DAYS, type QueueKind, type StuckGroupName } from '@lampstand/contracts/back-office';
import { sqlStates, trialSignup } from '@lampstand/workflows';
import { daysAfter, minutesAfter } from '../../platform/clock/instants.ts';
import { every, raw, type Sql, sql } from '../../platform/database/sql.ts';
import { applications, onDays, trialRequests, trialSignups, WAITS_SINCE } from '../lists/index.ts';
import { businessDaysBetween, PROMISED_DAYS } from './business-days.ts';

/** The kinds whose items are rows of the database. Causes of dead jobs are not. */
export type RowKind = Exclude<QueueKind, 'deadJobs'>;

/** The records of a group. */
export interface Source {
  from: Sql;
  where: Sql;
  /** When a record began to need a person. */
  since: Sql;
}

/** What the groups depend on. */
export interface Moment {
  now: Date;
  /** The organization's civil day and zone. */
  today: string;
  zone: string;
}

const CREATED_AT = raw('created_at');
/** A sweep asks every few seconds: what is unknown, or not asked, for longer needs a person. */
const OVERDUE_MINUTES = 5;

export function sourceOf(kind: RowKind, moment: Moment): Source {
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
    default:
      return stuckSignups(kind, moment);
  }
}

/** The email of the account that has taken the record `subject`. */
export function ownerOf(kind: RowKind): Sql {
  if (kind === 'request')
    return raw(`(SELECT account.email FROM trial_requests AS request JOIN staff_accounts AS account ON account.id = request.owner_id
      WHERE request.id = subject.id)`);
  return raw(`(SELECT account.email FROM queue_items AS taken JOIN staff_accounts AS account ON account.id = taken.owner_id
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
  return { from, where, since };
}

/** The last day of applications whose promised days have begun. */
function lastDueDay(today: string): string {
  let day = today;
  while (businessDaysBetween(day, today) < PROMISED_DAYS.from)
    day = civilDay(daysAfter(new Date(`${day}T12:00:00Z`), -1), 'UTC');
  return day;
}
