import { ERRORS } from '@lampstand/contracts';
import { type Chart, hasState, initialStateOf, type NextState, transition } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { DataSource, type EntityManager, type EntityTarget, type FindOptionsWhere } from 'typeorm';
import { Clock } from '../platform/clock/clock.ts';
import { minutesAfter } from '../platform/clock/instants.ts';
import { queryPrepared } from '../platform/database/queries.ts';
import { AppError, UnsupportedVersion } from '../platform/errors.ts';
import { Jobs } from '../platform/jobs/jobs.ts';
import type { QueueName } from '../platform/jobs/queues.ts';
import { currentRequest } from '../platform/request-context.ts';

/**
 * The engine of all flows. The chart decides each transition; state, journal row and jobs are written in one transaction,
 * which PostgreSQL refuses when they do not match.
 */
@Injectable()
export class Workflow {
  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /**
   * Inserts a new `entity` as the outcome of its first `event`; state and journalSeq are set here. Throws DuplicateRow when another
   * row has one of its unique values, which PostgreSQL would write into its log.
   */
  async create<S extends WorkflowEntity, E extends string>(flow: Flow<S, E>, entity: S, event: E): Promise<S> {
    await this.dataSource.transaction((tx) => this.createInTransaction(tx, flow, entity, event));
    return entity;
  }

  /** Like `create`, in the caller's transaction. */
  async createInTransaction<S extends WorkflowEntity, E extends string>(
    tx: EntityManager,
    flow: Flow<S, E>,
    entity: S,
    event: E,
  ): Promise<void> {
    entity.state = initialStateOf(flow.chart);
    entity.journalSeq = 0;
    await this.instanceOf(tx, flow, entity).recordTransition(event);
    const insert = tx
      .createQueryBuilder()
      .insert()
      .into(flow.entity)
      .values(entity as never);
    const { raw: stored } = await insert.updateEntity(false).orIgnore().returning('id').execute();
    if (!stored.length) throw new DuplicateRow();
  }

  /**
   * Locks the row, runs `work` on it and stores the columns that changed. Undefined when there is no such row. Throws
   * UnknownState for a row that a newer server wrote.
   */
  async withLock<S extends WorkflowEntity, E extends string, R>(
    flow: Flow<S, E>,
    id: number,
    work: (instance: LockedInstance<S, E>) => Promise<R>,
  ): Promise<R | undefined> {
    return this.dataSource.transaction(async (tx) => {
      const entity = await this.lock(tx, flow, id);
      if (!entity) return undefined;
      requireKnownState(flow, entity);
      const before = valuesOf(entity);
      const result = await work(this.instanceOf(tx, flow, entity));
      await this.store(tx, flow, before, entity);
      return result;
    });
  }

  /** The entity that meets `where`. Throws UnknownState for one that a newer server wrote. */
  async find<S extends WorkflowEntity, E extends string>(
    flow: Flow<S, E>,
    where: FindOptionsWhere<S>,
  ): Promise<S | null> {
    const entity = await this.dataSource.getRepository(flow.entity).findOneBy(where);
    if (entity) requireKnownState(flow, entity);
    return entity;
  }

  async findAll<S extends WorkflowEntity, E extends string>(
    flow: Flow<S, E>,
    where: FindOptionsWhere<S>,
  ): Promise<S[]> {
    const entities = await this.dataSource.getRepository(flow.entity).findBy(where);
    for (const entity of entities) requireKnownState(flow, entity);
    return entities;
  }

  /** Journals a note without locking the row. */
  async note<S extends WorkflowEntity, E extends string>(
    flow: Flow<S, E>,
    entity: S,
    note: string,
    detail: JournalDetail = {},
  ) {
    await this.instanceOf(this.dataSource.manager, flow, entity).note(note, detail);
  }

  /** Removes personal data from the journal of one entity: brand and last four digits of a card. */
  async redact<S extends WorkflowEntity>(tx: EntityManager, { chart }: Flow<S>, id: number): Promise<void> {
    await tx.query('SELECT workflow_journal_redact($1, $2)', [chart.id, id]);
  }

  private instanceOf<S extends WorkflowEntity, E extends string>(
    tx: EntityManager,
    flow: Flow<S, E>,
    entity: S,
  ): LockedInstance<S, E> {
    return new LockedInstance(tx, entity, flow, this.jobs, this.clock.now());
  }

  private lock<S extends WorkflowEntity>(tx: EntityManager, { entity }: Flow<S>, id: number): Promise<S | null> {
    return tx.findOne(entity, { where: { id } as never, lock: { mode: 'pessimistic_write' } });
  }

  private async store<S extends WorkflowEntity>(
    tx: EntityManager,
    { entity }: Flow<S>,
    before: Map<string, string>,
    after: S,
  ): Promise<void> {
    const changed = [...valuesOf(after)]
      .filter(([key, value]) => value !== before.get(key))
      .map(([key]) => key as keyof S);
    if (!changed.length) return;
    await tx.update(entity, { id: after.id }, Object.fromEntries(changed.map((key) => [key, after[key]])) as never);
  }
}

function requireKnownState<S extends WorkflowEntity>({ chart }: Flow<S>, { state }: S): void {
  if (!hasState(chart, state)) throw new UnknownState(chart.id, state);
}

/** The columns' values as JSON, so that changes inside arrays, dates and JSON values are detected. */
const valuesOf = (entity: object): Map<string, string> =>
  new Map(Object.entries(entity).map(([key, value]) => [key, JSON.stringify(value)]));

export const transitionsTotal = new Counter({
  name: 'lampstand_workflow_transitions_total',
  help: 'Workflow transitions by event',
  labelNames: ['flow', 'event'],
});

export const notesTotal = new Counter({
  name: 'lampstand_workflow_notes_total',
  help: 'Journal notes: codes sent and wrong, cards declined, mails sent and bounced',
  labelNames: ['flow', 'note'],
});

const unknownStatesTotal = new Counter({
  name: 'lampstand_workflow_unknown_states_total',
  help: 'Requests and jobs for an entity in a state of a newer version of its chart',
  labelNames: ['flow', 'state'],
});

/** The columns that the engine reads and writes on an entity with a workflow. */
interface WorkflowEntity {
  id: number;
  state: string;
  journalSeq: number;
}

/** A chart and the entity whose rows it governs. */
export interface Flow<S extends WorkflowEntity, E extends string = string> {
  chart: Chart;
  entity: EntityTarget<S>;
  /** Carries the type of the events; never set. */
  event?: E;
}

/** Details of a journal row: ids, counts and codes, never what a person typed. */
export type JournalDetail = Record<string, string | number | boolean | null | undefined>;

/** The chart has no transition for this event from the current state. A 409. */
export class IllegalTransition extends AppError {
  constructor(flow: string, state: string, event: string) {
    super('conflict', ERRORS.outOfOrder);
    this.name = `IllegalTransition: ${flow} in ${state} takes no ${event}`;
  }
}

/** Nothing was inserted: another row has one of its unique values. */
export class DuplicateRow extends Error {}

/** The entity is in a state that this server's chart does not have: a newer server wrote it. A 503; its jobs wait. */
export class UnknownState extends UnsupportedVersion {
  constructor(flow: string, state: string) {
    super();
    this.name = `UnknownState: ${flow} has no ${state}`;
    unknownStatesTotal.inc({ flow, state });
  }
}

/** A repeated request within this time is a double click. */
const DOUBLE_CLICK_MINUTES = 1;

/** An entity whose row is locked in the transaction `tx`. Changes of its columns are stored when the work ends. */
export class LockedInstance<S extends WorkflowEntity, E extends string> {
  constructor(
    readonly tx: EntityManager,
    readonly entity: S,
    private readonly flow: Flow<S, E>,
    private readonly jobs: Jobs,
    readonly at: Date,
  ) {}

  can(event: E): boolean {
    return this.next(event) !== undefined;
  }

  /**
   * Records that `event` happened: changes the state, writes a journal row and enqueues one job per effect, all in this
   * transaction. Throws IllegalTransition where the chart has no such transition.
   */
  async recordTransition(event: E, detail: JournalDetail = {}): Promise<void> {
    const next = this.next(event);
    if (!next) throw new IllegalTransition(this.flow.chart.id, this.entity.state, event);
    await this.append(event, next, detail);
  }

  /** Journals a fact that changes no state: a code sent, a card declined, a mail bounced. */
  async note(note: string, detail: JournalDetail = {}): Promise<void> {
    const { requestId, actor } = currentRequest();
    const { chart } = this.flow;
    const { id, state } = this.entity;
    await this.tx.query(
      `INSERT INTO workflow_journal (flow, version, subject_id, note, from_state, to_state, actor, request_id, detail, at)
       VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9)`,
      [chart.id, chart.version, id, note, state, actor, requestId, detail, this.at],
    );
    notesTotal.inc({ flow: chart.id, note });
  }

  /**
   * Like `note`, for a fact that may recur: notes with the same name and `cause` since the last event `since` are one row
   * with a count and the last time.
   */
  async noteRepeat(note: string, cause: JournalDetail, since: string): Promise<void> {
    const [{ counted }] = await this.tx.query<[{ counted: boolean }]>(
      'SELECT workflow_journal_count($1, $2, $3, $4, $5, $6) AS counted',
      [this.flow.chart.id, this.entity.id, note, cause, this.at, since],
    );
    if (!counted) return this.note(note, { ...cause, count: 1, last: this.at.toISOString() });
    notesTotal.inc({ flow: this.flow.chart.id, note });
  }

  /** Whether `event` caused the last transition. */
  async lastEventWas(event: E): Promise<boolean> {
    const [row] = await this.tx.query<[{ event: string }?]>(
      'SELECT event FROM workflow_journal WHERE flow = $1 AND subject_id = $2 AND seq = $3',
      [this.flow.chart.id, this.entity.id, this.entity.journalSeq],
    );
    return row?.event === event;
  }

  /** Whether an event or note of this name was journaled within the last minute, by any replica. */
  async wasJustRecorded(name: string): Promise<boolean> {
    const [row] = await this.tx.query<[{ found: boolean }]>(
      `SELECT EXISTS (SELECT FROM workflow_journal
                       WHERE flow = $1 AND subject_id = $2 AND $3 IN (event, note) AND at > $4) AS found`,
      [this.flow.chart.id, this.entity.id, name, minutesAfter(this.at, -DOUBLE_CLICK_MINUTES)],
    );
    return row.found;
  }

  private async append(event: string, { state, effects }: NextState, detail: JournalDetail): Promise<void> {
    const { requestId, actor } = currentRequest();
    const { chart } = this.flow;
    const { id, state: from } = this.entity;
    const seq = this.entity.journalSeq + 1;
    await queryPrepared(
      this.tx,
      `INSERT INTO workflow_journal (flow, version, subject_id, seq, event, from_state, to_state, actor, request_id, detail, at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [chart.id, chart.version, id, seq, event, from, state, actor, requestId, detail, this.at],
    );
    // Each effect has a queue of its name.
    for (const effect of effects as QueueName[])
      // Nothing is pending for an entity that is not inserted yet.
      await (seq === 1 ? this.jobs.enqueueAll(this.tx, effect, [String(id)]) : this.jobs.enqueue(this.tx, effect, id));
    this.entity.state = state;
    this.entity.journalSeq = seq;
    transitionsTotal.inc({ flow: chart.id, event });
  }

  private next(event: E): NextState | undefined {
    return transition(this.flow.chart, this.entity.state, event);
  }
}
