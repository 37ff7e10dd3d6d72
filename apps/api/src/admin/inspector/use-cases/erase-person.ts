import { ADMIN_ERRORS, type ErasureScope, type RepairAnswer } from '@lampstand/contracts/back-office';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ambassadorFlow, EraseApplications } from '../../../ambassadors/index.ts';
import { eraseSubscription } from '../../../newsletter/index.ts';
import { Clock } from '../../../platform/clock/clock.ts';
import { minutesAfter } from '../../../platform/clock/instants.ts';
import { Settings } from '../../../platform/config/index.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { type Job, Jobs } from '../../../platform/jobs/jobs.ts';
import { SweepRows, Sweeper } from '../../../platform/jobs/sweeper.ts';
import { eraseTrialRequests } from '../../../trial-requests/index.ts';
import { EraseTrial, type TrialSignup, trialFlow } from '../../../trials/index.ts';
import { forgetSearches } from '../../exports/forget-searches.ts';
import { StaffNote } from '../domain/staff-note.entity.ts';
import { othersOf, scopeOf } from '../queries/erasure-scope.ts';
import { ERASED, ERASED_BEFORE, ERASURE_ASKED, ERASURE_ASKED_BEFORE } from './repair-sentences.ts';

/** The person with everything of the same e-mail; and one more sign-up of theirs. */
const PERSON = 'erasePerson';
const SIGN_UP = 'eraseSignUp';

/** How long an erasure that needs no approval can be undone. */
const UNDO_MINUTES = 10;
const BATCH = 50;

/**
 * A privacy request. It waits for a second member of staff or for ten minutes, and can be undone until then. It begins in one
 * transaction, from which on the sign-up's links lead nowhere, and is carried out by jobs that may be repeated: a crash
 * anywhere between the steps loses nothing.
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

  /** Asks for the erasure of a person; `by` is the staff account. */
  async ask(id: number, by: number): Promise<RepairAnswer> {
    const trial = await this.eraseTrial.find(id);
    if (!trial || trial.erasedAt) return { success: true, message: ERASED_BEFORE, repeated: true };
    const erased = await scopeOf(this.dataSource.manager, trial);
    if (await this.eraseTrial.ask(id, by))
      return { success: true, message: ERASURE_ASKED[this.settings.ERASURE_APPROVAL], erased };
    return { success: true, message: ERASURE_ASKED_BEFORE, repeated: true };
  }

  /** The second pair of eyes. Throws a 409 when none waits, or for the account that asked. */
  async approve(id: number, by: number): Promise<RepairAnswer> {
    const trial = await this.eraseTrial.find(id);
    if (trial?.erasedAt) return { success: true, message: ERASED_BEFORE, repeated: true };
    if (!trial?.erasureAskedAt) throw new AppError(409, ADMIN_ERRORS.noErasureWaits);
    if (trial.erasureAskedBy === by) throw new AppError(409, ADMIN_ERRORS.secondPerson);
    return this.begin(id);
  }

  undo(id: number, by: number): Promise<boolean> {
    return this.eraseTrial.undo(id, by);
  }

  /** Undone in the meantime is not begun: the mark is looked at again under the lock of the row. */
  private async begin(id: number): Promise<RepairAnswer> {
    let erased: ErasureScope | undefined;
    const begun = await this.eraseTrial.begin(id, PERSON, async (tx, trial) => {
      if (!trial.erasureAskedAt) throw new AppError(409, ADMIN_ERRORS.noErasureWaits);
      erased = await scopeOf(tx, trial);
    });
    if (!begun) return { success: true, message: ERASED_BEFORE, repeated: true };
    return { success: true, message: ERASED, ...(erased && { erased }) };
  }

  /** Those that could be undone for long enough. */
  private async beginDue(): Promise<void> {
    const due = await this.dataSource.query<{ id: string }[]>(
      `SELECT id FROM trial_signups WHERE erasure_asked_at <= $1 AND erased_at IS NULL AND NOT id = ANY ($2) ORDER BY erasure_asked_at LIMIT ${BATCH}`,
      [minutesAfter(this.clock.now(), -UNDO_MINUTES), this.rows.backedOff()],
    );
    await this.rows.each(
      due.map(({ id }) => Number(id)),
      (id) => this.begin(id).catch(unlessUndone),
    );
  }

  /** One sign-up that was never finished, when it has been kept long enough. */
  async eraseUnfinished(id: number): Promise<void> {
    await this.eraseTrial.begin(id, SIGN_UP);
  }

  /** The sign-up's own row comes last: as long as it has its e-mail, a repeated job finds the rest. */
  private async erasePerson(job: Job): Promise<void> {
    const trial = await this.eraseTrial.find(Number(job.subjectId));
    if (!trial?.email) return;
    for (const id of await othersOf(this.dataSource.manager, trial)) await this.eraseTrial.begin(id, SIGN_UP);
    await this.dataSource.transaction(async (tx) => {
      await eraseTrialRequests(tx, trial.email);
      await eraseSubscription(tx, trial.email);
    });
    await this.eraseApplications.execute(trial.email, (tx, id) => forgetNotes(tx, ambassadorFlow.chart.id, id));
    await this.finish(trial, job);
  }

  private async eraseSignUp(job: Job): Promise<void> {
    const trial = await this.eraseTrial.find(Number(job.subjectId));
    if (trial) await this.finish(trial, job);
  }

  private finish(trial: TrialSignup, { id: jobId }: Job): Promise<void> {
    const { firstName, lastName, email, churchName, phone } = trial;
    return this.eraseTrial.finish(trial, jobId, async (tx) => {
      await forgetNotes(tx, trialFlow.chart.id, trial.id);
      await forgetSearches(tx, [firstName, lastName, email, churchName], phone);
    });
  }
}

function unlessUndone(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

const forgetNotes = (tx: EntityManager, flow: string, subjectId: number) => tx.delete(StaffNote, { flow, subjectId });
