import { Inject, Injectable } from '@nestjs/common';
import { PgBoss } from 'pg-boss';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../clock/clock.ts';
import { minutesAfter } from '../clock/instants.ts';
import { log } from '../logging.ts';
import { currentRequest } from '../request-context.ts';
import { type DeadLetter, DeadLetters, UNFINISHED } from './dead-letters.ts';
import { Every } from './decorators.ts';
import { isOutage } from './job-errors.ts';
import { DEAD_LETTERS, dbOf, type QueueName } from './queues.ts';

/** Jobs of one queue that run again at the same time. */
const AT_ONCE = 5;
/** A job that ran again so often waits for a person, or for its turn as the one that tries. */
const MOST_RUNS = 4;
const PROBE_MINUTES = 5;

/**
 * Runs dead jobs again whose cause was an outage. One job of each queue makes one attempt every five minutes; once it succeeds,
 * the others follow, a few at a time. A dead letter closes when its job succeeds.
 */
@Injectable()
export class ReviveDeadLetters {
  constructor(
    @Inject(PgBoss) private readonly boss: PgBoss,
    private readonly dataSource: DataSource,
    private readonly deadLetters: DeadLetters,
    private readonly clock: Clock,
  ) {}

  /** A dead job of the queue has succeeded, so the outage is over. */
  next(queue: QueueName): Promise<void> {
    return this.underLock(async (tx) => {
      const letters = this.waiting(await this.deadLetters.list(undefined, queue));
      const next = await this.notRunning(
        letters.filter(({ retried }) => retried < MOST_RUNS),
        AT_ONCE,
      );
      for (const letter of next) await this.run(tx, letter, {});
      if (next.length) log.info({ queue, jobs: next.length }, 'dead jobs of an outage run again');
    });
  }

  @Every('dead letters')
  probe(): Promise<void> {
    return this.underLock(async (tx) => {
      const before = minutesAfter(this.clock.now(), -PROBE_MINUTES);
      const all = await this.deadLetters.list();
      for (const queue of new Set(all.map((letter) => letter.queue))) {
        const letters = this.waiting(all.filter((letter) => letter.queue === queue));
        if (!letters.length || letters.some(({ failedAt }) => failedAt > before)) continue;
        if ((await this.notRunning(letters, 1)).length) await this.run(tx, letters[0]!, { retryLimit: 0 });
      }
    });
  }

  /** Of several servers one does it. */
  private underLock(work: (tx: EntityManager) => Promise<void>): Promise<void> {
    return this.dataSource.transaction(async (tx) => {
      const [row] = await tx.query<[{ mine: boolean }]>(
        `SELECT pg_try_advisory_xact_lock(hashtextextended('${DEAD_LETTERS}', 0)) AS mine`,
      );
      if (row.mine) await work(tx);
    });
  }

  /** Those of an outage, dead for a minute; the least tried and then the oldest first. */
  private waiting(letters: DeadLetter[]): DeadLetter[] {
    const before = minutesAfter(this.clock.now(), -1);
    return letters
      .filter(({ cause, failedAt }) => isOutage(cause) && failedAt < before)
      .toSorted((one, other) => one.count - other.count || one.since.getTime() - other.since.getTime());
  }

  /** The first letters without a job, so many that `most` run. */
  private async notRunning(letters: DeadLetter[], most: number): Promise<DeadLetter[]> {
    const found: DeadLetter[] = [];
    for (let running = 0, index = 0; index < letters.length && running < most; index += 1) {
      const { queue, subjectId: key } = letters[index]!;
      const jobs = await this.boss.findJobs(queue, { key });
      running += 1;
      if (!jobs.some(({ state }) => UNFINISHED.has(state))) found.push(letters[index]!);
    }
    return found;
  }

  private async run(tx: EntityManager, { queue, subjectId }: DeadLetter, options: { retryLimit?: number }) {
    const data = { subjectId, requestId: currentRequest().requestId, queue };
    await this.boss.send(queue, data, { ...options, singletonKey: subjectId, db: dbOf(tx) });
  }
}
