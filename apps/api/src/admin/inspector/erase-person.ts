import { sqlStates, trialSignup } from '@lampstand/workflows';
import { ADMIN_ERRORS, type ErasureScope, type RepairAnswer } from '@lampstand/contracts/back-office';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ambassadorFlow, EraseApplications } from '../../ambassadors/index.ts';
import { eraseSubscription } from '../../newsletter/index.ts';
import { Clock } from '../../platform/clock/clock.ts';
import { minutesAfter } from '../../platform/clock/instants.ts';
import { Settings } from '../../platform/config/index.ts';
import { AppError } from '../../platform/errors.ts';
import { type Job, Jobs } from '../../platform/jobs/jobs.ts';
import { SweepRows, Sweeper } from '../../platform/jobs/sweeper.ts';
import { eraseTrialRequests } from '../../trial-requests/index.ts';
import { EraseTrial, trialFlow, type TrialSignup } from '../../trials/index.ts';
import { StaffNote } from '../admin.entities.ts';
import { forgetSearches } from '../exports/export-log.ts';

/** The message by ERASURE_APPROVAL. */
const ERASURE_REQUESTED = {
  off: 'The person is erased in ten minutes, or once another member of the team approves. Until then it can be undone.',
  on: 'The person is erased once another member of the team approves. Until then it can be undone.',
};
const ERASURE_REQUESTED_BEFORE = 'The erasure was asked for already.';
const ERASED = 'The person is being erased.';
const ERASED_BEFORE = 'The person was erased already.';

/** The queues: a person with everything under the same email, and a single sign-up. */
const PERSON = 'erasePerson';
const SIGN_UP = 'eraseSignUp';

/** How long an erasure that needs no approval can be undone. */
const UNDO_MINUTES = 10;
const BATCH = 50;

/**
 * Privacy requests. A request waits for a second member of staff or for ten minutes, and can be undone until then. The
 * erasure begins in one transaction, after which the sign-up's links are 404s. Jobs do the rest; every step may be
 * repeated, so a crash loses nothing.
 */
@Injectable()
export class ErasePerson implements OnApplicationBootstrap {
  private readonly rows = new SweepRows('erasures');

  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
    private readonly eraseTrial: EraseTrial,
    private readonly eraseApplications: EraseApplications,
    private readonly sweeper: Sweeper,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work(PERSON, (job) => this.erasePerson(job));
    await this.jobs.work(SIGN_UP, (job) => this.eraseSignUp(job));
    if (this.settings.ERASURE_APPROVAL === 'off') this.sweeper.every('erasures', () => this.beginDue());
  }

  /** Requests the erasure of a person; `by` is the staff account. */
  async request(trialId: number, by: number): Promise<RepairAnswer> {
    const trial = await this.eraseTrial.find(trialId);
    if (!trial || trial.erasedAt) return { success: true, message: ERASED_BEFORE, repeated: true };
    const erased = await erasureScopeOf(this.dataSource.manager, trial);
    if (await this.eraseTrial.request(trialId, by))
      return { success: true, message: ERASURE_REQUESTED[this.settings.ERASURE_APPROVAL], erased };
    return { success: true, message: ERASURE_REQUESTED_BEFORE, repeated: true };
  }

  /**
   * Approval by a second member of staff. Throws a 409 when no erasure is pending, or for the account that requested
   * it.
   */
  async approve(trialId: number, by: number): Promise<RepairAnswer> {
    const trial = await this.eraseTrial.find(trialId);
    if (trial?.erasedAt) return { success: true, message: ERASED_BEFORE, repeated: true };
    if (!trial?.erasureAskedAt) throw new AppError('conflict', ADMIN_ERRORS.noErasureWaits);
    if (trial.erasureAskedBy === by) throw new AppError('conflict', ADMIN_ERRORS.secondPerson);
    return this.begin(trialId);
  }

  undo(trialId: number, by: number): Promise<boolean> {
    return this.eraseTrial.undo(trialId, by);
  }

  /** Checks again, under the row lock, that the request was not undone. */
  private async begin(trialId: number): Promise<RepairAnswer> {
    let erased: ErasureScope | undefined;
    const begun = await this.eraseTrial.begin(trialId, PERSON, async (tx, trial) => {
      if (!trial.erasureAskedAt) throw new AppError('conflict', ADMIN_ERRORS.noErasureWaits);
      erased = await erasureScopeOf(tx, trial);
    });
    if (!begun) return { success: true, message: ERASED_BEFORE, repeated: true };
    return { success: true, message: ERASED, ...(erased && { erased }) };
  }

  /** Begins the erasures whose time to undo is over. */
  private async beginDue(): Promise<void> {
    const due = await this.dataSource.query<{ id: string }[]>(
      `SELECT id FROM trial_signups WHERE erasure_asked_at <= $1 AND erased_at IS NULL AND NOT id = ANY ($2) ORDER BY erasure_asked_at LIMIT ${BATCH}`,
      [minutesAfter(this.clock.now(), -UNDO_MINUTES), this.rows.backedOff()],
    );
    await this.rows.each(
      due.map(({ id }) => Number(id)),
      (id) => this.begin(id).catch(ignoreUndone),
    );
  }

  /** Erases one unfinished sign-up, at the end of its retention period. */
  async eraseUnfinished(trialId: number): Promise<void> {
    await this.eraseTrial.begin(trialId, SIGN_UP);
  }

  /** The sign-up's own row comes last: while it has its email, a repeated job finds the rest. */
  private async erasePerson(job: Job): Promise<void> {
    const trial = await this.eraseTrial.find(job.subjectId);
    if (!trial?.email) return;
    for (const id of await otherSignups(this.dataSource.manager, trial)) await this.eraseTrial.begin(id, SIGN_UP);
    await this.dataSource.transaction(async (tx) => {
      await eraseTrialRequests(tx, trial.email);
      await eraseSubscription(tx, trial.email);
    });
    await this.eraseApplications.execute(trial.email, (tx, id) => deleteNotes(tx, ambassadorFlow.chart.id, id));
    await this.finish(trial, job);
  }

  private async eraseSignUp(job: Job): Promise<void> {
    const trial = await this.eraseTrial.find(job.subjectId);
    if (trial) await this.finish(trial, job);
  }

  private finish(trial: TrialSignup, { id: jobId }: Job): Promise<void> {
    const { firstName, lastName, email, churchName, phone } = trial;
    return this.eraseTrial.finish(trial, jobId, async (tx) => {
      await deleteNotes(tx, trialFlow.chart.id, trial.id);
      await forgetSearches(tx, [firstName, lastName, email, churchName], phone);
    });
  }
}

function ignoreUndone(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

const deleteNotes = (tx: EntityManager, flow: string, subjectId: number) => tx.delete(StaffNote, { flow, subjectId });

/** What else is stored under the email of a sign-up, or under its verified phone. */

/** Other sign-ups of the person that have no account. Erase accounts only through their own sign-up. */
async function otherSignups(tx: EntityManager, { id, email, phone, phoneVerifiedAt }: TrialSignup): Promise<number[]> {
  const rows = await tx.query<{ id: string }[]>(
    `SELECT id FROM trial_signups
      WHERE id <> $1 AND erased_at IS NULL AND state NOT IN (${sqlStates(trialSignup, 'cardStored')})
        AND (lower(email) = lower($2) OR phone = $3)`,
    [id, email, phoneVerifiedAt ? phone : null],
  );
  return rows.map((row) => Number(row.id));
}

async function erasureScopeOf(tx: EntityManager, trial: TrialSignup): Promise<ErasureScope> {
  const others = await otherSignups(tx, trial);
  const [counts] = await tx.query<Omit<ErasureScope, 'signups'>[]>(
    `SELECT (SELECT count(*)::int FROM users WHERE trial_id = $2 AND status = 'active') AS accounts,
            (SELECT count(*)::int FROM ambassador_applications WHERE lower(email) = lower($1)) AS applications,
            (SELECT count(*)::int FROM trial_requests WHERE lower(email) = lower($1)) AS "trialRequests",
            (SELECT count(*)::int FROM newsletter_subscriptions WHERE email_key = lower($1)) AS "newsletterSubscriptions"`,
    [trial.email, trial.id],
  );
  const none = { accounts: 0, applications: 0, trialRequests: 0, newsletterSubscriptions: 0 };
  return { signups: 1 + others.length, ...(counts ?? none) };
}
