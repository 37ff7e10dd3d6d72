import { hasState, initialStateOf } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { Clock } from '../platform/clock/clock.ts';
import { Jobs } from '../platform/jobs/jobs.ts';
import { type Flow, type JournalDetail, LockedInstance, UnknownState, type WorkflowEntity } from './locked-instance.ts';

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

  /** Inserts a new `entity` as the outcome of its first `event`; state and journalSeq are set here. */
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
    await insert.updateEntity(false).execute();
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
