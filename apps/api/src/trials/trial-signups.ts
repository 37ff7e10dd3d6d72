import { ERRORS } from '@lampstand/contracts';
import { type CallHandling, handlingOf, type TrialCall, type TrialEvent, trialSignup } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In, IsNull, Not } from 'typeorm';
import { AppError } from '../platform/errors.ts';
import { Limiter } from '../platform/limits/limiter.ts';
import { currentRequest } from '../platform/request-context.ts';
import { SharedPoll } from '../platform/shared-poll.ts';
import { type LockedInstance, type JournalDetail, type Flow, Workflow } from '../workflow/index.ts';
import { TrialSignup } from './trial-signup.entity.ts';

export type TrialEventName = TrialEvent['type'];
export type TrialChange = LockedInstance<TrialSignup, TrialEventName>;

/** The workflow of a sign-up. */
export const trialFlow: Flow<TrialSignup, TrialEventName> = { chart: trialSignup, entity: TrialSignup };

/**
 * The saved sign-ups: finds them by id, rejects calls that make no sense in their state, and changes them under lock.
 */
@Injectable()
export class TrialSignups {
  private readonly poll = new SharedPoll<TrialSignup>((ids) =>
    this.workflow.findAll(trialFlow, { id: In(ids), erasedAt: IsNull() }),
  );

  constructor(
    private readonly dataSource: DataSource,
    private readonly workflow: Workflow,
    private readonly limiter: Limiter,
  ) {}

  /** Erased sign-ups are not found: their links are 404s, and their jobs do nothing. */
  find(trialId: number): Promise<TrialSignup | null> {
    return this.workflow.find(trialFlow, { id: trialId, erasedAt: IsNull() });
  }

  findByCustomer(stripeCustomerId: string): Promise<TrialSignup | null> {
    return this.workflow.find(trialFlow, { stripeCustomerId, erasedAt: IsNull() });
  }

  /** The sign-up as soon as another process or job has moved it on, else as it is after `ms`; undefined when it is erased. */
  until(trialId: number, isOver: (trial: TrialSignup) => boolean, ms: number): Promise<TrialSignup | undefined> {
    return this.poll.until(trialId, (trial) => !trial || isOver(trial), ms);
  }

  /** The limits on misses stop guessing of ids; requests with a known id never count as misses. */
  async require(trialId: number): Promise<TrialSignup> {
    const trial = await this.find(trialId);
    if (trial) return trial;
    await this.limiter.consume('missesPerAddress');
    await this.limiter.consume('missesOverall', 'all');
    throw new AppError('notFound', ERRORS.trialNotFound);
  }

  /** The sign-up and what `call` means in its state; throws a 409 where it means nothing. */
  async requireFor(call: TrialCall, trialId: number): Promise<{ trial: TrialSignup; handling: CallHandling }> {
    const trial = await this.require(trialId);
    const handling = handlingOf(call, trial.state);
    if (handling === 'reject') throw conflictFor(trial, call);
    return { trial, handling };
  }

  /** Runs `work` under the row lock. An action of the visitor counts as a visit. Throws a 404 when the sign-up is erased. */
  async change<R>(trialId: number, work: (change: TrialChange) => Promise<R>): Promise<R> {
    const done = await this.changeUnlessErased(trialId, async (change) => ({ result: await work(change) }));
    if (!done) throw new AppError('notFound', ERRORS.trialNotFound);
    return done.result;
  }

  /** `change` for a sweep or a job, which may have found the sign-up before its erasure. Undefined when it is erased. */
  changeUnlessErased<R>(trialId: number, work: (change: TrialChange) => Promise<R>): Promise<R | undefined> {
    return this.workflow.withLock(trialFlow, trialId, async (change) => {
      if (change.entity.erasedAt) return undefined;
      const result = await work(change);
      if (currentRequest().actor === 'visitor') change.entity.lastSeenAt = change.at;
      return result;
    });
  }

  note(trial: TrialSignup, note: string, detail: JournalDetail = {}): Promise<void> {
    return this.workflow.note(trialFlow, trial, note, detail);
  }

  /**
   * Like `note`, unless the same note exists already, or exists since the last row named in `since`. Of concurrent
   * calls one writes.
   */
  async noteOnce(trial: TrialSignup, note: string, detail: JournalDetail, since: string[] = []): Promise<void> {
    if (await this.isNoted(this.dataSource.manager, trial.id, note, detail, since)) return;
    await this.workflow.withLock(trialFlow, trial.id, async (change) => {
      if (!(await this.isNoted(change.tx, trial.id, note, detail, since))) await change.note(note, detail);
    });
  }

  /** Whether staff made the request behind a job, and whether a visitor requested the link in it. */
  async requesterOf(
    trial: TrialSignup,
    requestId: string,
  ): Promise<{ staff: boolean; forLink: boolean; forEmail: boolean }> {
    const [requester] = await this.dataSource.query(
      `SELECT coalesce(bool_or(actor IN ('support', 'admin')), false) AS staff,
              coalesce(bool_or(actor = 'visitor' AND event = 'link.requested'), false) AS "forLink",
              coalesce(bool_or(event = 'email.corrected'), false) AS "forEmail"
         FROM workflow_journal WHERE subject_id = $1 AND request_id = $2`,
      [trial.id, requestId],
    );
    return requester;
  }

  /** Whether the mailbox of this sign-up is proven, or its phone was before, in any sign-up. */
  async hasProven({ phone, emailProvenAt }: TrialSignup): Promise<boolean> {
    if (emailProvenAt) return true;
    return this.dataSource.manager.existsBy(TrialSignup, { phone, phoneVerifiedAt: Not(IsNull()) });
  }

  private async isNoted(
    tx: EntityManager,
    trialId: number,
    note: string,
    detail: JournalDetail,
    since: string[],
  ): Promise<boolean> {
    const rows = await tx.query(
      `SELECT FROM workflow_journal WHERE flow = $1 AND subject_id = $2 AND note = $3 AND detail = $4 AND id > coalesce(
         (SELECT max(id) FROM workflow_journal WHERE flow = $1 AND subject_id = $2 AND coalesce(event, note) = ANY ($5)), 0)
       LIMIT 1`,
      [trialFlow.chart.id, trialId, note, detail, since],
    );
    return rows.length > 0;
  }
}

/** The sign-up stands for itself again. False if it is not superseded. */
export async function unsupersede(change: TrialChange): Promise<boolean> {
  const by = change.entity.supersededBy;
  if (by === null) return false;
  change.entity.supersede(null);
  await change.note('superseded undone', { by });
  return true;
}

/** The 409 for a call that makes no sense in this state, with the step the sign-up is really at. */
export function conflictFor(trial: TrialSignup, call: TrialCall): AppError {
  const step = trial.wire.step;
  if (trial.is('cancelled')) return new AppError('conflict', ERRORS.cancelled, { step });
  if (trial.is('accountExisted')) return new AppError('conflict', ERRORS.emailTaken, { userExists: true, step });
  if (trial.is('waitsForCode')) return new AppError('conflict', ERRORS.phoneNotVerified, { step });
  if (call === 'verify-phone' || call === 'resend-verification')
    return new AppError('conflict', ERRORS.alreadyVerified, { step });
  return new AppError('conflict', ERRORS.outOfOrder, { step });
}
