import { createHash, randomUUID } from 'node:crypto';
import { ambassadorApplication, effectsOf } from '@lampstand/workflows';
import { type AuditAction, type DeadJob, MAX_DEAD_JOBS } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DeadLetters } from '../../platform/jobs/dead-letters.ts';
import { Audit } from '../session/audit.ts';
import type { ActingStaff } from '../session/require-permission.ts';

/** Jobs that used up their attempts, with the person each is about. */
@Injectable()
export class DeadJobs {
  constructor(
    private readonly dataSource: DataSource,
    private readonly deadLetters: DeadLetters,
    private readonly audit: Audit,
  ) {}

  async list(): Promise<DeadJob[]> {
    const letters = await this.deadLetters.list(MAX_DEAD_JOBS);
    const names = await this.namesOf(letters.map(({ subjectId }) => subjectId));
    return letters.map((letter) => {
      const people = APPLICATION_QUEUES.has(letter.queue) ? names.applicants : names.signUps;
      return {
        ...letter,
        cause: causeId(letter.queue, letter.error),
        failedAt: letter.failedAt.toISOString(),
        name: people.get(letter.subjectId) || null,
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
  retry(ids: string[], staff: ActingStaff): Promise<number> {
    const batch = randomUUID();
    return this.change(ids, staff, 'job retried', (tx, id) => this.deadLetters.retry(tx, id, batch));
  }

  /** The number of jobs that were on the list and are dismissed. */
  dismiss(ids: string[], staff: ActingStaff): Promise<number> {
    return this.change(ids, staff, 'job dismissed', (tx, id) => this.deadLetters.dismiss(tx, id));
  }

  /** One transaction per job, so that retried jobs run while the others are still being changed. */
  private async change(
    ids: string[],
    { id: accountId }: ActingStaff,
    action: AuditAction,
    changeOne: DeadLetters['dismiss'],
  ): Promise<number> {
    let changed = 0;
    for (const id of new Set(ids)) {
      await this.dataSource.transaction(async (tx) => {
        const letter = await changeOne(tx, id);
        if (!letter) return;
        await this.audit.write({ accountId, action, subject: `job:${id}`, detail: { ...letter } }, tx);
        changed += 1;
      });
    }
    return changed;
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
