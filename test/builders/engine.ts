import type { DataSource } from 'typeorm';
import { Workflow } from '../../apps/api/src/workflow/index.ts';
import { Clock } from '../../apps/api/src/platform/clock/clock.ts';
import { createDataSource } from '../../apps/api/src/platform/database/data-source.ts';
import type { Jobs } from '../../apps/api/src/platform/jobs/jobs.ts';
import type { Stack } from '../support/index.ts';

/** The product's own engine on the stack's database. Its jobs are only written down, so that nothing follows from a move. */
export async function anEngine(stack: Stack) {
  const dataSource: DataSource = await createDataSource(stack.databaseUrl, 4).initialize();
  const enqueued: { effect: string; id: number }[] = [];
  const jobs = {
    enqueue: async (_tx: unknown, effect: string, id: number) => void enqueued.push({ effect, id }),
    notify: () => {},
  } as unknown as Jobs;
  const { now } = (await stack.sandbox.call('clock')) as { now: string };
  return {
    workflow: new Workflow(dataSource, jobs, new StoppedClock(new Date(now))),
    dataSource,
    /** The effects of the moves of one subject, in order. */
    effectsOf: (id: number) => enqueued.filter((each) => each.id === id).map(({ effect }) => effect),
    close: () => dataSource.destroy(),
  };
}

class StoppedClock extends Clock {
  readonly offsetMs = 0;

  constructor(private readonly at: Date) {
    super();
  }

  now(): Date {
    return this.at;
  }
}
