import { type CodeSentAnswer, ERRORS, FIELD_MESSAGES } from '@lampstand/contracts';
import { ADMIN_ERRORS } from '@lampstand/contracts/back-office';
import { Injectable } from '@nestjs/common';
import { Accounts } from '../../accounts/index.ts';
import { AppError } from '../../platform/errors.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import { keepPrevious } from '../trial-correction.entity.ts';
import type { TrialSignup } from '../trial-signup.entity.ts';
import { type TrialChange, type TrialEventName, TrialSignups, unsupersede } from '../trial-signups.ts';
import { UpdateEmail } from './details.ts';
import { MemberContact } from './member-contact.ts';
import { SendTrialCode } from './phone.ts';

/** `false`: it was done already, and nothing was done twice. */
export type Done = boolean;

/**
 * The support actions on a stuck sign-up. All are idempotent, and throw a 409 where the chart has no such transition.
 */
@Injectable()
export class TrialSupportActions {
  constructor(
    private readonly accounts: Accounts,
    private readonly trials: TrialSignups,
    private readonly sendTrialCode: SendTrialCode,
    private readonly updateEmail: UpdateEmail,
    private readonly memberContact: MemberContact,
    private readonly limiter: Limiter,
  ) {}

  resendCode(trialId: number): Promise<CodeSentAnswer> {
    return this.sendTrialCode.bySupport(trialId);
  }

  sendResumeLink(trialId: number): Promise<Done> {
    return this.mailOnce(trialId, 'link.requested');
  }

  sendPaymentLink(trialId: number): Promise<Done> {
    return this.mailOnce(trialId, 'payment.linkRequested');
  }

  /**
   * The new number has to be verified: a sign-up with a verified phone goes back a step, and the chart mails its link. A
   * member keeps the old number until then.
   */
  async correctPhone(trialId: number, phone: string): Promise<Done> {
    const trial = await this.require(trialId);
    if (trial.phone === phone) return false;
    return this.correctOnce(trialId, () =>
      trial.is('opened') ? this.memberContact.request(trialId, 'phone', phone) : this.storePhone(trialId, phone),
    );
  }

  async correctEmail(trialId: number, email: string): Promise<Done> {
    const trial = await this.require(trialId);
    if (trial.email === email) return false;
    return this.correctOnce(trialId, () =>
      trial.is('opened')
        ? this.memberContact.request(trialId, 'email', email)
        : this.updateEmail.correct(trialId, email),
    );
  }

  /** Withdraws the corrected email and phone of a member that wait for their owner. */
  undoCorrection(trialId: number): Promise<Done> {
    return this.memberContact.undo(trialId);
  }

  /** Of concurrent equal clicks one corrects, and only that one counts against the limit. */
  private async correctOnce(trialId: number, correct: () => Promise<Done>): Promise<Done> {
    await this.limiter.consume('supportCorrectionsPerTrial', String(trialId));
    const done = await correct();
    if (!done) await this.limiter.refund('supportCorrectionsPerTrial', String(trialId));
    return done;
  }

  private storePhone(trialId: number, phone: string): Promise<Done> {
    return this.trials.change(trialId, async (change) => {
      const { entity: subject } = change;
      if (subject.phone === phone) return false;
      if (await this.accounts.exists({ phone }, change.tx))
        throw new AppError('conflict', ERRORS.phoneTaken, { fields: { phone: FIELD_MESSAGES.phoneTaken } });
      await keepPrevious(change, ['phone']);
      Object.assign(subject, { phone, phoneVerifiedAt: null });
      await unsupersede(change);
      await change.recordTransition('phone.changed');
      return true;
    });
  }

  retryOpening(trialId: number): Promise<Done> {
    return this.trials.change(trialId, async (change) => {
      if (await change.wasJustRecorded('opening.retried')) return false;
      change.entity.openingAt = change.at;
      await change.recordTransition('opening.retried');
      return true;
    });
  }

  cancel(trialId: number): Promise<Done> {
    return this.trials.change(trialId, async (change) => {
      if (change.entity.is('cancelled')) return false;
      await change.recordTransition('signup.cancelled');
      return true;
    });
  }

  /** Marks the sign-up as superseded by `by`, like the chart's effect for a newly verified phone. */
  async supersede(trialId: number, by: number): Promise<Done> {
    const newer = await this.trials.find(by);
    if (!newer || by === trialId || newer.supersededBy === trialId) throw badSuccessor();
    return this.trials.change(trialId, async (change) => {
      const { entity: subject } = change;
      if (subject.supersededBy === by) return false;
      if (!subject.is('unfinished')) throw new AppError('conflict', ERRORS.outOfOrder);
      subject.supersede(by);
      await change.note('superseded', { by });
      return true;
    });
  }

  /** The sign-up stands for itself again. Throws a 409 when it is not superseded, or ended. */
  unsupersede(trialId: number): Promise<Done> {
    return this.trials.change(trialId, async (change) => {
      if (!change.entity.is('unfinished')) throw new AppError('conflict', ERRORS.outOfOrder);
      return (await unsupersede(change)) || wasRemoved(change, 'superseded undone', ADMIN_ERRORS.notSuperseded);
    });
  }

  markContacted(trialId: number): Promise<Done> {
    return this.trials.change(trialId, async (change) => {
      if (change.entity.contactedAt && (await change.wasJustRecorded('contacted'))) return false;
      change.entity.contactedAt = change.at;
      await change.note('contacted');
      return true;
    });
  }

  /** Throws a 409 when the sign-up is not marked as contacted. */
  unmarkContacted(trialId: number): Promise<Done> {
    return this.trials.change(trialId, async (change) => {
      if (!change.entity.contactedAt) return wasRemoved(change, 'contacted undone', ADMIN_ERRORS.notContacted);
      change.entity.contactedAt = null;
      await change.note('contacted undone');
      return true;
    });
  }

  private mailOnce(trialId: number, event: TrialEventName): Promise<Done> {
    return this.trials.change(trialId, async (change) => {
      if (await change.wasJustRecorded(event)) return false;
      await this.limiter.consume('supportLinksPerTrial', String(trialId));
      await change.recordTransition(event);
      return true;
    });
  }

  private async require(trialId: number): Promise<TrialSignup> {
    const trial = await this.trials.find(trialId);
    if (!trial) throw new AppError('notFound', ERRORS.trialNotFound);
    return trial;
  }
}

/** False for a second click on an action that removes a mark; throws a 409 when there was none. */
async function wasRemoved(change: TrialChange, note: string, none: string): Promise<false> {
  if (await change.wasJustRecorded(note)) return false;
  throw new AppError('conflict', none);
}

const badSuccessor = () =>
  new AppError('invalid', ERRORS.invalid, {
    fields: { by: 'Enter the id of another sign-up that is not superseded by this one.' },
  });
