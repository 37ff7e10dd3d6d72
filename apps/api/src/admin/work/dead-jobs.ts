import {
  type AuditAction,
  type DeadJob,
  MAX_DEAD_JOBS,
  type QueueItem,
  type RetriedJobs,
} from '@lampstand/contracts/back-office';
import { ambassadorApplication, effectsOf } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { createHash, randomUUID } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { minutesAfter } from '../../platform/clock/instants.ts';
import { DeadLetters, type LetterKey } from '../../platform/jobs/dead-letters.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { type ActingStaff, Audit } from '../auth/index.ts';

const RETRIED = 'job retried' satisfies AuditAction;
/** As long as all attempts of a job take. */
const LONGEST_RETRY_MINUTES = 5 * 60;
const SHOWN_MINUTES = 10;

type Batch = Pick<RetriedJobs, 'batch' | 'queue' | 'jobs'>;

/** Jobs that used up their attempts, with the person each is about. */
@Injectable()
export class DeadJobs {
  constructor(
    private readonly dataSource: DataSource,
    private readonly deadLetters: DeadLetters,
    private readonly jobs: Jobs,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async list(): Promise<DeadJob[]> {
    const letters = await this.deadLetters.list(MAX_DEAD_JOBS);
    const names = await this.namesOf(letters.map(({ subjectId }) => subjectId));
    return letters.map(({ id, queue, subjectId, failedAt, attempts, count, error }) => {
      const people = APPLICATION_QUEUES.has(queue) ? names.applicants : names.signUps;
      return {
        id,
        queue,
        subjectId,
        attempts,
        count,
        error,
        cause: causeId(queue, error),
        failedAt: failedAt.toISOString(),
        name: people.get(subjectId) || null,
      };
    });
  }

  /** The listed jobs by queue and error, the cause that waits longest first. */
  async causes(): Promise<Cause[]> {
    const causes = new Map<number, Cause>();
    for (const { queue, error, failedAt } of await this.deadLetters.list(MAX_DEAD_JOBS)) {
      const id = causeId(queue, error);
      const { jobs, since } = causes.get(id) ?? { jobs: 0, since: failedAt };
      causes.set(id, { id, queue, error, jobs: jobs + 1, since: failedAt < since ? failedAt : since });
    }
    return [...causes.values()].toSorted((one, other) => one.since.getTime() - other.since.getTime());
  }

  /** The number of jobs that were on the list and are retried. */
  async retry(ids: string[], staff: ActingStaff): Promise<number> {
    const batch = randomUUID();
    return this.close(ids, staff, { action: RETRIED, detail: { batch } }, (tx, { queue, subjectId }) =>
      this.jobs.enqueue(tx, queue, subjectId, { batch }),
    );
  }

  /** The number of jobs that were on the list and are dismissed. */
  dismiss(ids: string[], staff: ActingStaff): Promise<number> {
    return this.close(ids, staff, { action: 'job dismissed' });
  }

  /** Retried jobs by batch and queue, the newest batch first: those that are not done, and those of the last ten minutes. */
  async progress(): Promise<RetriedJobs[]> {
    const now = this.clock.now();
    const batches = await this.dataSource.query<(Batch & { at: Date })[]>(
      `SELECT detail->>'batch' AS batch, detail->>'queue' AS queue, count(*)::int AS jobs, max(at) AS at FROM audit_log
        WHERE action = '${RETRIED}' AND at > $1 GROUP BY 1, 2 ORDER BY at DESC LIMIT 20`,
      [minutesAfter(now, -LONGEST_RETRY_MINUTES)],
    );
    const found = await Promise.all(
      batches.map(async ({ at, ...batch }) => ({ at, ...batch, ...(await this.deadLetters.outcomeOf(batch)) })),
    );
    return found
      .filter(({ unfinished, at }) => unfinished || at > minutesAfter(now, -SHOWN_MINUTES))
      .map(({ at: _, ...batch }) => batch);
  }

  /** One transaction per job, so that retried jobs run while the others are still being closed. */
  private async close(
    ids: string[],
    { id: accountId }: ActingStaff,
    { action, detail = {} }: { action: AuditAction; detail?: Record<string, string> },
    also: (tx: EntityManager, letter: LetterKey) => Promise<void> = async () => {},
  ): Promise<number> {
    let closed = 0;
    for (const id of new Set(ids)) {
      await this.dataSource.transaction(async (tx) => {
        const letter = await this.deadLetters.close(tx, id);
        if (!letter) return;
        await also(tx, letter);
        await this.audit.write({ accountId, action, subject: `job:${id}`, detail: { ...letter, ...detail } }, tx);
        closed += 1;
      });
    }
    return closed;
  }

  /** Full names by id. Subjects that are no number, such as addresses, have none. */
  private async namesOf(subjects: string[]) {
    const ids = subjects.filter((subject) => /^\d{1,16}$/.test(subject));
    const read = async (table: string) => {
      const rows = await this.dataSource.query<{ id: string; name: string }[]>(
        `SELECT id::text AS id, btrim(first_name || ' ' || last_name) AS name FROM ${table} WHERE id = ANY($1::bigint[])`,
        [ids],
      );
      return new Map(rows.map(({ id, name }) => [id, name]));
    };
    const [signUps, applicants] = await Promise.all([read('trial_signups'), read('ambassador_applications')]);
    return { signUps, applicants };
  }
}

/** Dead jobs of one queue with one error. */
interface Cause {
  id: number;
  queue: string;
  error: string;
  jobs: number;
  /** The latest failure of the job that waits longest. */
  since: Date;
}

const ID_BYTES = 6;

/** The same for the same cause, and below 2^53. */
const causeId = (queue: string, error: string): number =>
  createHash('sha256')
    .update(JSON.stringify([queue, error]))
    .digest()
    .readUIntBE(0, ID_BYTES);

const APPLICATION_QUEUES = new Set<string>(effectsOf(ambassadorApplication));

interface Handled {
  id: number;
  snoozedUntil: Date | null;
  owner: string | null;
}

/** Dead jobs in the work queue: one item for each cause. */
@Injectable()
export class DeadCauses {
  constructor(
    private readonly dataSource: DataSource,
    private readonly deadJobs: DeadJobs,
    private readonly clock: Clock,
  ) {}

  /** The causes that need a person, or the snoozed ones; the oldest first. */
  async items(snoozed: boolean): Promise<QueueItem[]> {
    const causes = await this.deadJobs.causes();
    if (!causes.length) return [];
    const handled = await this.handled(causes.map(({ id }) => id));
    const now = this.clock.now();
    return causes.flatMap(({ id, queue, error, jobs, since }) => {
      const { snoozedUntil = null, owner = null } = handled.get(id) ?? {};
      const isSnoozed = snoozedUntil !== null && snoozedUntil > now;
      if (isSnoozed !== snoozed) return [];
      const subject = {
        id,
        name: '',
        churchName: '',
        since: since.toISOString(),
        cause: { queue, error, jobs },
        owner,
      };
      return [{ ...subject, ...(isSnoozed && { snoozedUntil: snoozedUntil.toISOString() }) }];
    });
  }

  private async handled(ids: number[]): Promise<Map<number, Handled>> {
    const rows = await this.dataSource.query<Handled[]>(
      `SELECT subject_id::float8 AS id, snoozed_until AS "snoozedUntil",
              (SELECT name FROM staff_accounts WHERE id = owner_id) AS owner
         FROM queue_items WHERE kind = 'deadJobs' AND subject_id = ANY($1::bigint[])`,
      [ids],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }
}
