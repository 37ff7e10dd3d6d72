import { ADMIN_ERRORS, REQUEST_ACTIONS, type RequestAction } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { newRandomId } from '../../platform/random-id.ts';
import { REQUEST_ANSWER, TrialRequest, TrialRequestAnswer } from '../../trial-requests/index.ts';
import { type ActingStaff, Audit, FactTags, type ShownRecord, StaffAccount } from '../auth/index.ts';
import { QueueItemRow } from './queue-item.entity.ts';

/** The subject of a request in the audit, whose entries are its history. */
export const requestSubject = (id: number): string => `request:${id}`;

/** What the page shows beside its buttons. */
export const shownRequest = ({ id, state, ownerId, answeredAt, answeredBy }: TrialRequest) =>
  ({
    subject: requestSubject(id),
    facts: { answer: [answeredAt, answeredBy], state, owner: ownerId },
    changed: {
      answer: answeredAt ? 'This request was answered' : 'This request was marked as not answered',
      state: 'This request was closed or reopened',
      owner: 'This request was taken or released',
    },
    actions: ['request handled'],
  }) satisfies ShownRecord;

/** What the dialog of `take-over` shows of a record. `subject` is that of the record in the audit. */
export const shownOwner = (subject: string, ownerId: number | null) =>
  ({
    subject,
    facts: { owner: ownerId },
    changed: { owner: ownerId === null ? 'It was released' : 'It was taken' },
    actions: ['queue handled', 'request handled'],
  }) satisfies ShownRecord;

/** The same answer again within this time is a double click. */
const DOUBLE_CLICK_MS = 60_000;

/** What an action changes; undefined when it changes nothing. `by` is the staff account, of `assign` the new owner. */
type Changes = (request: TrialRequest, by: number, at: Date) => Partial<TrialRequest> | undefined;

type Action = RequestAction | 'take-over' | 'assign';

const CHANGES: Record<Action, Changes> = {
  take: ({ ownerId, state }, by) => (ownerId === by || state === 'closed' ? undefined : { ownerId: by }),
  'take-over': ({ ownerId }, by) => (ownerId === by ? undefined : { ownerId: by }),
  assign: ({ ownerId }, to) => (ownerId === to ? undefined : { ownerId: to }),
  release: ({ ownerId }) => (ownerId === null ? undefined : { ownerId: null }),
  'mark-answered': ({ state }, by, at) =>
    state === 'new' ? { state: 'answered', ownerId: by, answeredAt: at, answeredBy: by } : undefined,
  'unmark-answered': ({ state }, by) =>
    state === 'answered' ? { state: 'new', ownerId: by, answeredAt: null, answeredBy: null } : undefined,
  close: ({ state }, by, at) => (state === 'closed' ? undefined : { state: 'closed', ownerId: by, closedAt: at }),
  reopen: ({ state, answeredAt }, by) =>
    state === 'closed' ? { state: answeredAt ? 'answered' : 'new', ownerId: by, closedAt: null } : undefined,
};

const mayAct = ({ ownerId }: TrialRequest, { id, role }: ActingStaff, action: Action | 'answer'): boolean =>
  ownerId === null ||
  ownerId === id ||
  action === 'take-over' ||
  ((action === 'release' || action === 'assign') && role === 'administrator');

/** The actions that would change something. */
export const actionsOn = (request: TrialRequest, staff: ActingStaff, at: Date): RequestAction[] =>
  REQUEST_ACTIONS.filter((action) => mayAct(request, staff, action) && CHANGES[action](request, staff.id, at));

export const mayAnswer = (request: TrialRequest, staff: ActingStaff): boolean =>
  mayAct(request, staff, 'answer') && request.state !== 'closed';

/**
 * The actions on a trial request: each locks the row and is audited. An action on a request without an owner assigns it.
 * Another member of staff must take an assigned request over first; an administrator can also release it.
 */
@Injectable()
export class HandleRequest {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: Audit,
    private readonly tags: FactTags,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /**
   * A repeated action changes nothing. Throws a 404, or a 409 that names the owner, or what was `seen` and has changed; of
   * `take-over` that is the owner.
   */
  act(
    id: number,
    action: Action,
    staff: ActingStaff,
    { seen, owner = staff.id }: { seen?: string | undefined; owner?: number } = {},
  ): Promise<void> {
    const work = async (tx: EntityManager, request: TrialRequest) => {
      const changes = CHANGES[action](request, owner, this.clock.now());
      if (!changes) return;
      const shown = action === 'take-over' ? shownOwner(requestSubject(id), request.ownerId) : shownRequest(request);
      await this.tags.requireUnchanged<string>(tx, seen, shown);
      await tx.update(TrialRequest, { id }, changes);
      await this.record(tx, id, staff, {
        action,
        ...(action === 'take-over' && { from: request.ownerId }),
        ...(action === 'assign' && { to: owner }),
      });
    };
    return this.locked(id, staff, action, work);
  }

  /** Stores an answer and enqueues its mail. Throws a 404, or a 409 that names the owner or what has changed, or for a closed request. */
  answer(id: number, text: string, staff: ActingStaff, seen?: string): Promise<void> {
    return this.locked(id, staff, 'answer', async (tx, request) => {
      if (request.state === 'closed') throw new AppError('conflict', ADMIN_ERRORS.requestClosed);
      const at = this.clock.now();
      const own = { requestId: id, accountId: staff.id, text };
      const last = await tx.findOne(TrialRequestAnswer, { where: own, order: { at: 'DESC' } });
      if (last && at.getTime() - last.at.getTime() < DOUBLE_CLICK_MS) return;
      await this.tags.requireUnchanged(tx, seen, shownRequest(request));
      const answer = { ...own, id: newRandomId(), at };
      await tx.insert(TrialRequestAnswer, answer);
      const changes = CHANGES['mark-answered'](request, staff.id, at) ?? { ownerId: staff.id };
      await tx.update(TrialRequest, { id }, changes);
      await this.jobs.enqueue(tx, REQUEST_ANSWER, answer.id);
      await this.record(tx, id, staff, { action: 'answer', answer: answer.id });
    });
  }

  private locked(
    id: number,
    staff: ActingStaff,
    action: Action | 'answer',
    work: (tx: EntityManager, request: TrialRequest) => Promise<void>,
  ): Promise<void> {
    return this.dataSource.transaction(async (tx) => {
      const request = await tx.findOne(TrialRequest, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (!request) throw new AppError('notFound', ADMIN_ERRORS.noSuchRequest);
      if (request.ownerId !== null && !mayAct(request, staff, action)) {
        const owner = await tx.findOneByOrFail(StaffAccount, { id: request.ownerId });
        throw new AppError('conflict', `${owner.name} has taken this request.`);
      }
      await work(tx, request);
    });
  }

  /** Also in the work queue, whose pages see by `changedAt` that someone has acted. */
  private async record(
    tx: EntityManager,
    id: number,
    staff: ActingStaff,
    detail: Record<string, string | number | null>,
  ) {
    const item = { kind: 'request', subjectId: id, changedAt: this.clock.now() } as const;
    await tx.upsert(QueueItemRow, item, ['kind', 'subjectId']);
    await this.audit.write({ accountId: staff.id, action: 'request handled', subject: requestSubject(id), detail }, tx);
  }
}
