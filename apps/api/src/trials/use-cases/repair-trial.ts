import { type CodeSentAnswer, ERRORS, FIELD_MESSAGES } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { accountExists } from '../../accounts/index.ts';
import { AppError } from '../../platform/http/errors.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import type { TrialSignup } from '../domain/trial-signup.entity.ts';
import type { TrialEventName } from '../trial-flow.ts';
import { SavedTrials } from './saved-trials.ts';
import { SendTrialCode } from './send-trial-code.ts';
import { UpdateEmail } from './update-email.ts';

/** `false`: it had happened already, and nothing was done twice. */
export type Done = boolean;

/** What support may do to a sign-up that is stuck. Each may be repeated; where the chart has no such move it is a 409. */
@Injectable()
export class RepairTrial {
  constructor(
    private readonly trials: SavedTrials,
    private readonly sendTrialCode: SendTrialCode,
    private readonly updateEmail: UpdateEmail,
    private readonly limiter: Limiter,
  ) {}

  resendCode(id: number, address: string): Promise<CodeSentAnswer> {
    return this.sendTrialCode.bySupport(id, address);
  }

  sendResumeLink(id: number): Promise<Done> {
    return this.mailOnce(id, 'link.requested');
  }

  sendPaymentLink(id: number): Promise<Done> {
    return this.mailOnce(id, 'payment.linkRequested');
  }

  /** Another number has to be proven anew: whoever had proven the old one goes back a step and gets the link by mail. */
  async correctPhone(id: number, phone: string): Promise<Done> {
    if ((await this.require(id)).phone === phone) return false;
    return this.correctOnce(id, () => this.storePhone(id, phone));
  }

  async correctEmail(id: number, email: string): Promise<Done> {
    if ((await this.require(id)).email === email) return false;
    return this.correctOnce(id, () => this.updateEmail.correct(id, email));
  }

  /** Of equal clicks at once one corrects, and only that one counts. */
  private async correctOnce(id: number, correct: () => Promise<Done>): Promise<Done> {
    await this.limiter.consume('supportCorrectionsPerTrial', String(id));
    const done = await correct();
    if (!done) await this.limiter.refund('supportCorrectionsPerTrial', String(id));
    return done;
  }

  private storePhone(id: number, phone: string): Promise<Done> {
    return this.trials.change(id, async (change) => {
      const { entity: subject } = change;
      if (subject.phone === phone) return false;
      if (await accountExists(change.tx, { phone }))
        throw new AppError(409, ERRORS.phoneTaken, { fields: { phone: FIELD_MESSAGES.phoneTaken } });
      Object.assign(subject, { phone, phoneVerifiedAt: null, supersededBy: null });
      await change.recordTransition('phone.changed');
      return true;
    });
  }

  retryOpening(id: number): Promise<Done> {
    return this.trials.change(id, async (change) => {
      if (await change.wasJustRecorded('opening.retried')) return false;
      change.entity.openingAt = change.at;
      await change.recordTransition('opening.retried');
      return true;
    });
  }

  cancel(id: number): Promise<Done> {
    return this.trials.change(id, async (change) => {
      if (change.entity.state === 'cancelled') return false;
      await change.recordTransition('signup.cancelled');
      return true;
    });
  }

  /** Marks the sign-up as the same person's as `by`, as the chart's effect does for a phone proven anew. */
  async supersede(id: number, by: number): Promise<Done> {
    const newer = await this.trials.find(by);
    if (!newer || by === id || newer.supersededBy === id) throw badSuccessor();
    return this.trials.change(id, async (change) => {
      const { entity: subject } = change;
      if (subject.supersededBy === by) return false;
      if (!['phoneVerification', 'billingInformation'].includes(subject.state))
        throw new AppError(409, ERRORS.outOfOrder);
      subject.supersededBy = by;
      await change.note('superseded', { by });
      return true;
    });
  }

  markContacted(id: number): Promise<Done> {
    return this.trials.change(id, async (change) => {
      if (await change.wasJustRecorded('contacted')) return false;
      change.entity.contactedAt = change.at;
      await change.note('contacted');
      return true;
    });
  }

  private mailOnce(id: number, event: TrialEventName): Promise<Done> {
    return this.trials.change(id, async (change) => {
      if (await change.wasJustRecorded(event)) return false;
      await this.limiter.consume('supportLinksPerTrial', String(id));
      await change.recordTransition(event);
      return true;
    });
  }

  private async require(id: number): Promise<TrialSignup> {
    const trial = await this.trials.find(id);
    if (!trial) throw new AppError(404, ERRORS.trialNotFound);
    return trial;
  }
}

const badSuccessor = () =>
  new AppError(400, ERRORS.invalid, {
    fields: { by: 'Enter the id of another sign-up that is not superseded by this one.' },
  });
