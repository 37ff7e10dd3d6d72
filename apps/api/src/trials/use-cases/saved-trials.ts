import { ERRORS } from '@lampstand/contracts';
import { type CallMeaning, meaningOf, type TrialCall } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { AppError } from '../../platform/http/errors.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import { currentRequest } from '../../platform/request-context.ts';
import { type JournalDetail, Workflow } from '../../workflow/index.ts';
import { type TrialChange, trialFlow } from '../trial-flow.ts';
import { TrialSignup } from '../domain/trial-signup.entity.ts';

/** The saved sign-ups: found by their id, refused when a call makes no sense where they stand, changed under lock. */
@Injectable()
export class SavedTrials {
  constructor(
    private readonly dataSource: DataSource,
    private readonly workflow: Workflow,
    private readonly limiter: Limiter,
  ) {}

  /** What was erased is not there: its links lead nowhere, and its jobs find nothing to do. */
  find(id: number): Promise<TrialSignup | null> {
    return this.dataSource.getRepository(TrialSignup).findOneBy({ id, erasedAt: IsNull() });
  }

  /** Guessing ids is what the limits on misses are for; whoever knows an id never meets them. */
  async require(id: number, address: string): Promise<TrialSignup> {
    await this.limiter.consume('callsPerAddress', address);
    const trial = await this.find(id);
    if (trial) return trial;
    await this.limiter.consume('missesPerAddress', address);
    await this.limiter.consume('missesOverall', 'all');
    throw new AppError(404, ERRORS.trialNotFound);
  }

  /** The sign-up and what `call` means for it; throws the refusal where it means nothing. */
  async requireFor(
    call: TrialCall,
    id: number,
    address: string,
  ): Promise<{ trial: TrialSignup; meaning: CallMeaning }> {
    const trial = await this.require(id, address);
    const meaning = meaningOf(call, trial.state);
    if (meaning === 'refused') throw refusalFor(trial, call);
    return { trial, meaning };
  }

  /** Runs `work` under the lock of the row. A visitor who does something is not quiet. */
  async change<R>(id: number, work: (change: TrialChange) => Promise<R>): Promise<R> {
    const done = await this.workflow.withLock(trialFlow, id, async (change) => {
      if (change.entity.erasedAt) return undefined;
      const result = await work(change);
      if (currentRequest().actor === 'visitor') change.entity.lastSeenAt = change.at;
      return { result };
    });
    if (!done) throw new AppError(404, ERRORS.trialNotFound);
    return done.result;
  }

  note(trial: TrialSignup, note: string, detail: JournalDetail = {}): Promise<void> {
    return this.workflow.note(trialFlow, trial, note, detail);
  }

  /** The same, unless the very same was noted before, or since the last row named in `since`. Of several at once one notes. */
  async noteOnce(trial: TrialSignup, note: string, detail: JournalDetail, since: string[] = []): Promise<void> {
    if (await this.isNoted(this.dataSource.manager, trial.id, note, detail, since)) return;
    await this.workflow.withLock(trialFlow, trial.id, async (change) => {
      if (!(await this.isNoted(change.tx, trial.id, note, detail, since))) await change.note(note, detail);
    });
  }

  /** Whether the request behind a job was made by support or an administrator. */
  async askedByStaff(trial: TrialSignup, requestId: string): Promise<boolean> {
    const rows = await this.dataSource.query(
      `SELECT FROM workflow_journal WHERE subject_id = $1 AND request_id = $2 AND actor IN ('support', 'admin') LIMIT 1`,
      [trial.id, requestId],
    );
    return rows.length > 0;
  }

  private async isNoted(
    tx: EntityManager,
    id: number,
    note: string,
    detail: JournalDetail,
    since: string[],
  ): Promise<boolean> {
    const rows = await tx.query(
      `SELECT FROM workflow_journal WHERE flow = $1 AND subject_id = $2 AND note = $3 AND detail = $4 AND id > coalesce(
         (SELECT max(id) FROM workflow_journal WHERE flow = $1 AND subject_id = $2 AND coalesce(event, note) = ANY ($5)), 0)
       LIMIT 1`,
      [trialFlow.chart.id, id, note, detail, since],
    );
    return rows.length > 0;
  }
}

/** Why a call is refused, in words, and the step the sign-up is really at. */
export function refusalFor(trial: TrialSignup, call: TrialCall): AppError {
  const step = trial.wire.step;
  if (trial.state === 'cancelled') return new AppError(409, ERRORS.cancelled, { step });
  if (trial.state === 'alreadyMember') return new AppError(409, ERRORS.emailTaken, { userExists: true, step });
  if (trial.state === 'phoneVerification') return new AppError(409, ERRORS.phoneNotVerified, { step });
  if (call === 'verify-phone' || call === 'resend-verification')
    return new AppError(409, ERRORS.alreadyVerified, { step });
  return new AppError(409, ERRORS.outOfOrder, { step });
}
