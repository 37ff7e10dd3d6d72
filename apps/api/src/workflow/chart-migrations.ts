import { type Chart, removedStatesOf, renamedEffectsOf } from '@lampstand/workflows';
import { releasedVersionsOf } from '@lampstand/workflows/history';
import { Injectable } from '@nestjs/common';
import { DataSource, In, Not } from 'typeorm';
import { type Job, Jobs, type QueueOptions } from '../platform/jobs/jobs.ts';
import { Sweeper, SweepRows } from '../platform/jobs/sweeper.ts';
import type { Flow, WorkflowEntity } from './locked-instance.ts';
import { Workflow } from './workflow.ts';

const BATCH = 200;

type Handler = (job: Job) => Promise<void>;

/**
 * Lets a chart change while entities are under way: moves entities out of states that the chart no longer has, also those
 * that an older server still writes during a rolling deploy, and does the jobs of renamed effects.
 */
@Injectable()
export class ChartMigrations {
  constructor(
    private readonly sweeper: Sweeper,
    private readonly jobs: Jobs,
    private readonly dataSource: DataSource,
    private readonly workflow: Workflow,
  ) {}

  /** Starts the sweep of a flow. A flow whose chart never removed a state needs none. */
  sweepRemovedStates<S extends WorkflowEntity, E extends string>(flow: Flow<S, E>): void {
    const removed = [...removedStatesOf(releasedVersionsOf(flow.chart.id)).keys()];
    if (!removed.length) return;
    const rows = new SweepRows(`removed states of ${flow.chart.id}`);
    this.sweeper.every(`removed states of ${flow.chart.id}`, async () => {
      const due = await this.dataSource.getRepository(flow.entity).find({
        select: { id: true } as never,
        where: { state: In(removed), id: Not(In(rows.backedOff())) } as never,
        take: BATCH,
      });
      // Locking a row moves it to a state of this chart.
      await rows.each(
        due.map(({ id }) => id),
        (id) => this.workflow.withLock(flow, id, async () => undefined),
      );
    });
  }

  /** Starts the workers of a chart's effects, and of the effects that they replaced. */
  async work<E extends string>(
    chart: Chart,
    handlers: Record<E, Handler>,
    options: Partial<Record<E, QueueOptions>> = {},
  ): Promise<void> {
    for (const [effect, handle] of Object.entries(handlers) as [E, Handler][])
      await this.jobs.work(effect, handle, options[effect]);
    for (const [old, effect] of renamedEffectsOf(releasedVersionsOf(chart.id)) as Map<string, E>)
      await this.jobs.work(old, handlers[effect], options[effect]);
  }
}
