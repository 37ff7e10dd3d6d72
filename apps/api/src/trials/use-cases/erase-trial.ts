import { ADMIN_ERRORS } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { Accounts } from '../../accounts/index.ts';
import { eraseBilling, PaymentGateway, SyncSubscription } from '../../billing/index.ts';
import { AppError } from '../../platform/errors.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import type { QueueName } from '../../platform/jobs/queues.ts';
import { DropCodes, eraseCodes } from '../../verification/index.ts';
import { Workflow } from '../../workflow/index.ts';
import { TrialCorrection } from '../trial-correction.entity.ts';
import { ERASED_COLUMNS, TrialSignup } from '../trial-signup.entity.ts';
import { trialFlow } from '../trial-signups.ts';

const UNDONE = 'erasure undone';
/** The job pauses payments if the erasure request still waits when it runs, and resumes them otherwise. */
const PAUSE = 'pausePayments';
/** So many sign-ups of a state hide each of them. */
const MANY = 20;

/** Runs in the transaction that blanks a sign-up, with what its email and phone were before they were corrected. */
type Also = (tx: EntityManager, previous: { email: string[]; phone: string[] }) => Promise<unknown>;

/**
 * Erases a person on request. `request` marks the sign-up and pauses its payments; `undo` takes both back until the erasure begins.
 * `begin` hides the sign-up and queues the job in one transaction; `finish` is the job, and each of its steps may be
 * repeated after a crash.
 */
/** Throws when the change is not allowed. */
type Check = (tx: EntityManager) => Promise<void>;

@Injectable()
export class EraseTrial {
  constructor(
    @InjectRepository(TrialSignup) private readonly signups: Repository<TrialSignup>,
    private readonly accounts: Accounts,
    private readonly workflow: Workflow,
    private readonly jobs: Jobs,
    private readonly gateway: PaymentGateway,
    private readonly dropCodes: DropCodes,
    private readonly syncSubscription: SyncSubscription,
  ) {}

  /** False when it was requested before. `by` is the staff account, `records` are the ids of the records it chose; `check` runs under the lock. */
  async request(trialId: number, by: number, records: number[], check: Check): Promise<boolean> {
    const requested = await this.workflow.withLock(trialFlow, trialId, async (change) => {
      const { entity: subject, at } = change;
      if (subject.erasedAt || subject.erasureRequestedAt) return false;
      await check(change.tx);
      Object.assign(subject, { erasureRequestedAt: at, erasureRequestedBy: by, erasureRecords: records });
      await change.note('erasure requested', { account: by });
      await this.jobs.enqueue(change.tx, PAUSE, trialId);
      return true;
    });
    return requested ?? false;
  }

  /** False when it was undone a moment before. Throws a 409 when no erasure is pending. */
  async undo(trialId: number, by: number, check: Check): Promise<boolean> {
    const undone = await this.workflow.withLock(trialFlow, trialId, async (change) => {
      const { entity: subject } = change;
      if (subject.erasedAt || !subject.erasureRequestedAt) {
        if (!subject.erasedAt && (await change.wasJustRecorded(UNDONE))) return false;
        throw new AppError('conflict', ADMIN_ERRORS.noErasureWaits);
      }
      await check(change.tx);
      Object.assign(subject, { erasureRequestedAt: null, erasureRequestedBy: null, erasureRecords: [] });
      await change.note(UNDONE, { account: by });
      await this.jobs.enqueue(change.tx, PAUSE, trialId);
      return true;
    });
    return undone ?? false;
  }

  /** Undefined when there is no such sign-up, false when its erasure has already begun. The job goes to `queue`. */
  async begin(
    trialId: number,
    queue: QueueName,
    also?: (tx: EntityManager, trial: TrialSignup) => Promise<void>,
  ): Promise<boolean | undefined> {
    return this.workflow.withLock(trialFlow, trialId, async (change) => {
      const { entity: subject, tx, at } = change;
      if (subject.erasedAt) return false;
      await also?.(tx, subject);
      if (change.can('signup.cancelled')) await change.recordTransition('signup.cancelled');
      await change.note('erasure begun');
      Object.assign(subject, { erasedAt: at, openingAt: null, cardCheckAt: null, browserKeys: [] });
      subject.countsAsPerson ??= true;
      await this.jobs.enqueue(tx, queue, trialId);
      return true;
    });
  }

  /** Also finds a sign-up that is being erased. */
  find(trialId: number): Promise<TrialSignup | null> {
    return this.signups.findOneBy({ id: trialId });
  }

  /**
   * First what others hold, while we still know what to ask them for; then our own rows and `also` in one transaction.
   * `jobId` is the running job.
   */
  async finish(trial: TrialSignup, jobId: string, also: Also): Promise<void> {
    if (!trial.erasedAt || !trial.email) return;
    const { id, email, stripeCustomerId, setupIntentId } = trial;
    if (setupIntentId) await this.gateway.cancelCardSetup(setupIntentId);
    await this.gateway.eraseCustomer(id, email, stripeCustomerId);
    await this.syncSubscription.execute(id);
    await this.dropCodes.execute(id, '');
    await this.blank(id, jobId, also);
  }

  private async blank(trialId: number, jobId: string, also: Also): Promise<void> {
    await this.workflow.withLock(trialFlow, trialId, async (change) => {
      const { tx, entity: subject } = change;
      await this.accounts.erase(tx, trialId);
      await eraseBilling(tx, trialId);
      await eraseCodes(tx, trialId, subject.phone);
      const corrected = await tx.findBy(TrialCorrection, { trialId });
      const before = (field: string) => corrected.flatMap((each) => (each.field === field ? [each.previous] : []));
      await also(tx, { email: before('email'), phone: before('phone') });
      await tx.delete(TrialCorrection, { trialId });
      await this.workflow.redact(tx, trialFlow, trialId);
      // The subscription, canceled and synced before, has queued the webhook that closes the account.
      await this.jobs.cancelAll(tx, trialId, jobId, 'closeAccount');
      const { churchState } = subject;
      Object.assign(subject, ERASED_COLUMNS, (await isCommon(tx, churchState)) && { churchState });
      await change.note('person erased');
    });
  }
}

/** Whether enough sign-ups are from this US state that keeping it identifies no one. */
async function isCommon(tx: EntityManager, churchState: string): Promise<boolean> {
  const [{ common }] = await tx.query<[{ common: boolean }]>(
    `SELECT count(*) = ${MANY} AS common FROM (SELECT FROM trial_signups WHERE church_state = $1 LIMIT ${MANY}) AS alike`,
    [churchState],
  );
  return common;
}
