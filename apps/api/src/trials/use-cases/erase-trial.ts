import { ADMIN_ERRORS } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { eraseAccount } from '../../accounts/index.ts';
import { MirrorSubscription, PaymentGateway } from '../../billing/index.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { currentRequest } from '../../platform/request-context.ts';
import { DropCodes, eraseCodes } from '../../verification/index.ts';
import { Workflow } from '../../workflow/index.ts';
import { TrialSignup } from '../domain/trial-signup.entity.ts';
import { AppError } from '../../platform/http/errors.ts';
import { trialFlow } from '../trial-flow.ts';

const UNDONE = 'erasure undone';

/** What the row holds of a person, blanked; states and dates stay. The CHECKs want ten digits and an adult. */
const NOBODY: Partial<TrialSignup> = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '0000000000',
  churchName: '',
  ministryName: '',
  churchCity: '',
  churchState: '',
  position: '',
  churchSize: '',
  howHeardAbout: '',
  churchSoftware: '',
  gender: '',
  birthdate: '1900-01-01',
  message: '',
  idempotencyKey: null,
  browserKeys: [],
  consentAddress: null,
  card: null,
  cardFingerprint: null,
  stripeCustomerId: null,
  setupIntentId: null,
  checkoutSessionId: null,
  paymentMethodId: null,
};

/**
 * Forgets a person at their own request. `ask` marks the sign-up, and `undo` takes the mark away as long as nothing has
 * happened. `begin` hides the sign-up at once and queues the rest within the same transaction; `finish` is the job's, and
 * each part of it may be repeated after a crash.
 */
@Injectable()
export class EraseTrial {
  constructor(
    private readonly dataSource: DataSource,
    private readonly workflow: Workflow,
    private readonly jobs: Jobs,
    private readonly gateway: PaymentGateway,
    private readonly dropCodes: DropCodes,
    private readonly mirror: MirrorSubscription,
  ) {}

  /** False when it was asked for before. `by` is the staff account. */
  async ask(id: number, by: number): Promise<boolean> {
    const asked = await this.workflow.withLock(trialFlow, id, async (change) => {
      const { entity: subject, at } = change;
      if (subject.erasedAt || subject.erasureAskedAt) return false;
      Object.assign(subject, { erasureAskedAt: at, erasureAskedBy: by });
      await change.note('erasure requested', { account: by });
      return true;
    });
    return asked ?? false;
  }

  /** False when it was undone a moment before. Throws a 409 when no erasure waits. */
  async undo(id: number, by: number): Promise<boolean> {
    const undone = await this.workflow.withLock(trialFlow, id, async (change) => {
      const { entity: subject } = change;
      if (subject.erasedAt || !subject.erasureAskedAt) {
        if (!subject.erasedAt && (await change.wasJustRecorded(UNDONE))) return false;
        throw new AppError(409, ADMIN_ERRORS.noErasureWaits);
      }
      Object.assign(subject, { erasureAskedAt: null, erasureAskedBy: null });
      await change.note(UNDONE, { account: by });
      return true;
    });
    return undone ?? false;
  }

  /** Undefined when there is no such sign-up, false when its erasure has begun before. `queue` gets the job. */
  async begin(
    id: number,
    queue: string,
    also?: (tx: EntityManager, trial: TrialSignup) => Promise<void>,
  ): Promise<boolean | undefined> {
    const begun = await this.workflow.withLock(trialFlow, id, async (change) => {
      const { entity: subject, tx, at } = change;
      if (subject.erasedAt) return false;
      await also?.(tx, subject);
      if (change.can('signup.cancelled')) await change.recordTransition('signup.cancelled');
      await change.note('erasure begun');
      Object.assign(subject, { erasedAt: at, openingAt: null, cardCheckAt: null, browserKeys: [] });
      await this.jobs.enqueue(tx, queue, id, currentRequest().requestId);
      return true;
    });
    this.jobs.notify(queue);
    return begun;
  }

  /** The sign-up itself, also while its erasure is under way and nobody else finds it. */
  find(id: number): Promise<TrialSignup | null> {
    return this.dataSource.getRepository(TrialSignup).findOneBy({ id });
  }

  /**
   * First what others hold, as long as we know what to ask them for; then our own rows at once, and with them `also`.
   * `jobId` is the job at work.
   */
  async finish(trial: TrialSignup, jobId: string, also: (tx: EntityManager) => Promise<unknown>): Promise<void> {
    if (!trial.erasedAt || !trial.email) return;
    const { id, email, stripeCustomerId, setupIntentId } = trial;
    if (setupIntentId) await this.gateway.cancelCardSetup(setupIntentId);
    await this.gateway.forgetCustomer(id, email, stripeCustomerId);
    await this.mirror.execute(id);
    await this.dropCodes.execute(id, '');
    await this.blank(id, jobId, also);
  }

  private async blank(id: number, jobId: string, also: (tx: EntityManager) => Promise<unknown>): Promise<void> {
    await this.workflow.withLock(trialFlow, id, async (change) => {
      const { tx, entity: subject } = change;
      await eraseAccount(tx, id);
      await eraseCodes(tx, id, subject.phone);
      await also(tx);
      await this.workflow.redact(tx, trialFlow, id);
      // The end of the subscription, mirrored before, has queued that the dashboard is told.
      await this.jobs.cancelAll(tx, id, jobId, 'closeAccount');
      Object.assign(subject, NOBODY);
      await change.note('person erased');
    });
  }
}
