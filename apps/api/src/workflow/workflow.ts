import { initialStateOf } from '@lampstand/workflows';
import { Injectable, Module } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../platform/clock/clock.ts';
import { Jobs } from '../platform/jobs/jobs.ts';
import { LockedInstance, type JournalDetail, type Flow, type WorkflowEntity } from './locked-instance.ts';

/**
 * The engine under every flow. A change locks the subject's row, lets the chart decide, and writes position, journal
 * and jobs in one database transaction; the database refuses whatever would not fit together.
 */
@Injectable()
export class Workflow {
  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /** Stores a new subject, which must lack state and journalSeq, as the outcome of its first `event`. */
  async create<S extends WorkflowEntity, E extends string>(flow: Flow<S, E>, subject: S, event: E): Promise<S> {
    return this.commit(async (tx) => [subject, await this.createInTransaction(tx, flow, subject, event)]);
  }

  /** The same in a transaction of the caller's. Answers the queues of what follows, to be nudged after the commit. */
  async createInTransaction<S extends WorkflowEntity, E extends string>(
    tx: EntityManager,
    flow: Flow<S, E>,
    subject: S,
    event: E,
  ): Promise<string[]> {
    subject.state = initialStateOf(flow.chart);
    subject.journalSeq = 0;
    const instance = this.changeOf(tx, flow, subject);
    await instance.recordTransition(event);
    const insert = tx
      .createQueryBuilder()
      .insert()
      .into(flow.entity)
      .values(subject as never);
    await insert.updateEntity(false).execute();
    return instance.effects;
  }

  /** Runs `work` on the locked subject and stores what it changed. Undefined when there is no such subject. */
  async withLock<S extends WorkflowEntity, E extends string, R>(
    flow: Flow<S, E>,
    id: number,
    work: (change: LockedInstance<S, E>) => Promise<R>,
  ): Promise<R | undefined> {
    return this.commit(async (tx) => {
      const subject = await this.lock(tx, flow, id);
      if (!subject) return [undefined, []];
      const before = valuesOf(subject);
      const change = this.changeOf(tx, flow, subject);
      const result = await work(change);
      await this.store(tx, flow, before, subject);
      return [result, change.effects];
    });
  }

  /** Writes a note about a subject without locking it. */
  async note<S extends WorkflowEntity, E extends string>(
    flow: Flow<S, E>,
    subject: S,
    note: string,
    detail: JournalDetail = {},
  ) {
    await this.commit(async (tx) => [await this.changeOf(tx, flow, subject).note(note, detail), []]);
  }

  /** Takes out of a subject's journal the little that could tell a person: the last digits of a card. */
  async redact<S extends WorkflowEntity>(tx: EntityManager, { chart }: Flow<S>, id: number): Promise<void> {
    await tx.query('SELECT workflow_journal_redact($1, $2)', [chart.id, id]);
  }

  private changeOf<S extends WorkflowEntity, E extends string>(
    tx: EntityManager,
    flow: Flow<S, E>,
    subject: S,
  ): LockedInstance<S, E> {
    return new LockedInstance(tx, subject, flow, this.jobs, this.clock.now());
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

  private async commit<R>(work: (tx: EntityManager) => Promise<[R, string[]]>): Promise<R> {
    const [result, effects] = await this.dataSource.transaction(work);
    for (const effect of effects) this.jobs.notify(effect);
    return result;
  }
}

/** The columns' values as they are now, so that a change inside an array, a date or a json value is seen, too. */
const valuesOf = (subject: object): Map<string, string> =>
  new Map(Object.entries(subject).map(([key, value]) => [key, JSON.stringify(value)]));

@Module({ providers: [Workflow], exports: [Workflow] })
export class WorkflowModule {}
