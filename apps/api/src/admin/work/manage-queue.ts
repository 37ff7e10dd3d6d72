import { ERRORS } from '@lampstand/contracts';
import {
  ADMIN_ERRORS,
  LONGEST_SNOOZE_DAYS,
  isOwnerAction,
  OWNER_DAYS,
  type OwnedKind,
  ownedKindOf,
  type QueueAction,
  type QueueKind,
} from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { Clock, Today } from '../../platform/clock/clock.ts';
import { daysAfter } from '../../platform/clock/instants.ts';
import { Settings } from '../../platform/config/index.ts';
import { queryRows } from '../../platform/database/queries.ts';
import { AppError } from '../../platform/errors.ts';
import { Every } from '../../platform/jobs/decorators.ts';
import { TrialRequest } from '../../trial-requests/index.ts';
import { type ActingStaff, Audit, FactTags, StaffAccount } from '../auth/index.ts';
import { DeadJobs } from './dead-jobs.ts';
import { HandleRequest, requestSubject, shownOwner } from './handle-request.ts';
import { QueueItemRow } from './queue-item.entity.ts';

type Kind = QueueKind | OwnedKind;

/** `until` is the day on which a snooze ends, `to` the name of the member of staff to assign to, `seen` the tag of the owner for `take-over`. */
export interface ActionDetails {
  until?: string;
  to?: string;
  seen?: string | undefined;
}

/** Longer than anything in the work queue waits. */
const KEPT_DAYS = 400;

/** The table of a record. Causes of dead jobs have none. */
const TABLES: Record<Exclude<OwnedKind, 'deadJobs'>, string> = {
  signup: 'trial_signups',
  request: 'trial_requests',
  application: 'ambassador_applications',
};

/** The subject of an item in the audit: that of its record. */
const SUBJECTS: Record<OwnedKind, (id: number) => string> = {
  signup: (id) => `trial:${id}`,
  request: requestSubject,
  application: (id) => `application:${id}`,
  deadJobs: (id) => `cause:${id}`,
};

/** The subject of the record of `item` in the audit. */
const SUBJECT = `CASE item.kind WHEN 'signup' THEN 'trial' WHEN 'deadJobs' THEN 'cause' ELSE item.kind END || ':' || item.subject_id`;

/** No member of staff has changed the record since $2. Viewing it does not count. */
const isUntouched = (changedAt: string, subject: string): string => `${changedAt} < $2 AND NOT EXISTS (
  SELECT FROM audit_log WHERE subject = ${subject} AND at >= $2 AND action <> 'person viewed')`;

/** Takes, takes over, assigns, releases, snoozes, closes and reopens items of the work queue. Each action is audited, and may be repeated. */
@Injectable()
export class ManageQueue {
  constructor(
    private readonly dataSource: DataSource,
    private readonly deadJobs: DeadJobs,
    private readonly handleRequest: HandleRequest,
    private readonly audit: Audit,
    private readonly tags: FactTags,
    private readonly clock: Clock,
    private readonly today: Today,
    private readonly settings: Settings,
  ) {}

  /**
   * Throws a 404 for an unknown record, a 400 for a `to` who cannot own it, and a 409 that names the owner when another member of staff has taken it. An administrator can release it, and
   * everyone can take it over, unless the owner is not the one that was `seen`.
   */
  async act(
    staff: ActingStaff,
    kind: Kind,
    id: number,
    action: QueueAction,
    { until, to, seen }: ActionDetails = {},
  ): Promise<void> {
    const owned = ownedKindOf(kind);
    await this.requireRecord(owned, id);
    const owner = action === 'assign' ? await this.assignee(to) : staff.id;
    const ofRequest = kind === 'request' && isOwnerAction(action);
    if (ofRequest)
      await this.handleRequest.act(id, action, staff, { seen: action === 'take-over' ? seen : undefined, owner });
    await this.dataSource.transaction(async (tx) => {
      const record = await this.lock(tx, owned, id);
      const before = await this.ownerOf(tx, record);
      if (!ofRequest) await this.requireFree(tx, before, staff, action);
      if (action === 'take-over' && before !== staff.id)
        await this.tags.requireUnchanged(tx, seen, shownOwner(SUBJECTS[owned](id), before));
      const { ownerId, ...hidden } = ofRequest ? {} : await this.changeOf(tx, action, owner, until);
      const changedAt = this.clock.now();
      if (owned !== kind) {
        await this.lock(tx, kind, id);
        await tx.update(QueueItemRow, { kind, subjectId: id }, { ...hidden, changedAt });
      }
      const change = { ...(ownerId !== undefined && { ownerId }), ...(owned === kind && hidden), changedAt };
      await tx.update(QueueItemRow, { kind: owned, subjectId: id }, change);
      const entry = {
        action: 'queue handled',
        subject: SUBJECTS[owned](id),
        detail: { action, ...(action === 'take-over' && { from: before }), ...(action === 'assign' && { to: owner }) },
      } as const;
      await this.audit.write({ accountId: staff.id, ...entry }, tx);
    });
  }

  /** The tag of the owner of a record. */
  seenOf(kind: OwnedKind, id: number, ownerId: number | null): string {
    const { subject, facts } = shownOwner(SUBJECTS[kind](id), ownerId);
    return this.tags.of(subject, facts);
  }

  @Every('retention of queue items')
  async deleteOldItems(): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM queue_items WHERE (kind, subject_id) IN (SELECT kind, subject_id FROM queue_items WHERE changed_at < $1 LIMIT 1000)`,
      [daysAfter(this.clock.now(), -KEPT_DAYS)],
    );
  }

  /** Releases items whose record no member of staff has changed for 14 days. Disabling an account releases its items at once. */
  @Every('owners of queue items')
  async releaseItems(): Promise<void> {
    const [now, untouchedSince] = [this.clock.now(), daysAfter(this.clock.now(), -OWNER_DAYS)];
    await this.dataSource.query(
      `UPDATE queue_items AS item SET owner_id = NULL, changed_at = $1 WHERE owner_id IS NOT NULL AND ${isUntouched('item.changed_at', SUBJECT)}`,
      [now, untouchedSince],
    );
    await this.dataSource.query(
      `WITH released AS (UPDATE trial_requests AS item SET owner_id = NULL WHERE owner_id IS NOT NULL AND state = 'new'
          AND ${isUntouched('item.created_at', `'request:' || item.id`)} RETURNING id)
       UPDATE queue_items SET changed_at = $1 FROM released WHERE kind = 'request' AND subject_id = released.id`,
      [now, untouchedSince],
    );
  }

  /** Throws a 400 unless it is the name of an account that can sign in. */
  private async assignee(name = ''): Promise<number> {
    const account = await this.dataSource.manager.findOneBy(StaffAccount, {
      name,
      disabledAt: IsNull(),
      invitedAt: IsNull(),
    });
    if (!account) throw new AppError('invalid', ERRORS.invalid, { fields: { to: 'Choose a member of the team.' } });
    return account.id;
  }

  private async requireRecord(owned: OwnedKind, id: number): Promise<void> {
    const found =
      owned === 'deadJobs'
        ? (await this.deadJobs.causes()).some((cause) => cause.id === id)
        : (await this.dataSource.query<unknown[]>(`SELECT FROM ${TABLES[owned]} WHERE id = $1`, [id])).length > 0;
    if (!found) throw new AppError('notFound', ADMIN_ERRORS.noSuchItem);
  }

  /** The row of an item, made with the first action on it. */
  private async lock(tx: EntityManager, kind: Kind, subjectId: number): Promise<QueueItemRow> {
    await tx
      .createQueryBuilder()
      .insert()
      .into(QueueItemRow)
      .values({ kind, subjectId, changedAt: this.clock.now() })
      .orIgnore()
      .execute();
    return tx.findOneOrFail(QueueItemRow, { where: { kind, subjectId }, lock: { mode: 'pessimistic_write' } });
  }

  /** The account that has taken the record. For a trial request, this is the owner in `trial_requests`. */
  private async ownerOf(tx: EntityManager, { kind, subjectId, ownerId }: QueueItemRow): Promise<number | null> {
    if (kind !== 'request') return ownerId;
    return (await tx.findOneBy(TrialRequest, { id: subjectId }))?.ownerId ?? null;
  }

  private async requireFree(
    tx: EntityManager,
    ownerId: number | null,
    { id, role }: ActingStaff,
    action: QueueAction,
  ): Promise<void> {
    if (ownerId === null || ownerId === id || action === 'take-over') return;
    if ((action === 'release' || action === 'assign') && role === 'administrator') return;
    const owner = await tx.findOneByOrFail(StaffAccount, { id: ownerId });
    throw new AppError('conflict', `${owner.name} has taken this.`);
  }

  private async changeOf(
    tx: EntityManager,
    action: QueueAction,
    owner: number,
    until = '',
  ): Promise<Partial<QueueItemRow>> {
    switch (action) {
      case 'take':
      case 'take-over':
      case 'assign':
        return { ownerId: owner };
      case 'release':
        return { ownerId: null };
      case 'done':
        return { ownerId: null, doneAt: this.clock.now() };
      case 'snooze':
        return { snoozedUntil: await this.midnightOf(tx, until) };
      case 'reopen':
        return { snoozedUntil: null, doneAt: null };
    }
  }

  /** The beginning of a civil day. Throws a 400 for a day that is not after today, or too late. */
  private async midnightOf(tx: EntityManager, day: string): Promise<Date> {
    const zone = this.settings.ORG_TIME_ZONE;
    const [row] = await queryRows<{ at: Date }>(tx, 'SELECT $1::date::timestamp AT TIME ZONE $2 AS at', [day, zone]);
    const latest = daysAfter(this.clock.now(), LONGEST_SNOOZE_DAYS);
    if (day <= this.today.day || !row || row.at > latest)
      throw new AppError('invalid', ERRORS.invalid, {
        fields: { until: `Choose a day after today, within ${LONGEST_SNOOZE_DAYS} days.` },
      });
    return row.at;
  }
}
