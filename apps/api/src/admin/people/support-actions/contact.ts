import { ERRORS, FIELD_MESSAGES } from '@lampstand/contracts';
import { ADMIN_ERRORS, type SupportActionAnswer } from '@lampstand/contracts/back-office';
import { Inject } from '@nestjs/common';
import { Accounts, type ContactField } from '../../../accounts/index.ts';
import { AppError } from '../../../platform/errors.ts';
import { Limiter } from '../../../platform/limits/limiter.ts';
import {
  keepPrevious,
  MemberContact,
  SendTrialCode,
  type TrialChange,
  UpdateEmail,
  unsupersede,
} from '../../../trials/index.ts';
import { accepts, SignupAction, whileIt } from './sign-up-action.ts';
import { forStaff } from './staff-refusals.ts';
import {
  answerOf,
  type Press,
  SupportAction,
  type SupportActionBody,
  SupportActionController,
} from './support-action.controller.ts';
import type { ActionTarget } from './support-actions.ts';

const CODE_NOT_YET = 'A code was sent a moment ago. Wait before you send another.';

@SupportAction('resend-code')
export class ResendCode extends SupportActionController {
  readonly shows = ['phone'] as const;

  constructor(private readonly sendTrialCode: SendTrialCode) {
    super();
  }

  availableWhen({ trial }: ActionTarget): true | string {
    return whileIt(trial, 'waitsForCode');
  }

  async run(id: number, _: object, { requireUnchanged }: Press): Promise<SupportActionAnswer> {
    await requireUnchanged();
    const { sent, resendAt } = await this.sendTrialCode.bySupport(id);
    return { ...answerOf(sent, 'A new code is on its way.', CODE_NOT_YET), ...(!sent && { resendAt }) };
  }
}

/** Of a member the owner of the new email or phone confirms it first, and the account keeps the old one until then. */
abstract class Correction<Given> extends SignupAction<Given> {
  @Inject(MemberContact) private readonly memberContact: MemberContact;
  @Inject(Limiter) private readonly limiter: Limiter;

  /** Of concurrent equal clicks one corrects, and only that one counts against the limit. */
  protected async correct(
    id: number,
    field: ContactField,
    value: string,
    { requireUnchanged }: Press,
    ofSignup: () => Promise<boolean>,
  ): Promise<boolean> {
    const trial = await this.trials.find(id);
    if (!trial) throw new AppError('notFound', ERRORS.trialNotFound);
    if (trial[field] === value) return false;
    await this.limiter.consume('supportCorrectionsPerTrial', String(id));
    const done = await (trial.is('opened')
      ? this.memberContact.request(id, field, value, requireUnchanged)
      : ofSignup());
    if (!done) await this.limiter.refund('supportCorrectionsPerTrial', String(id));
    return done;
  }
}

@SupportAction('correct-email')
export class CorrectEmail extends Correction<SupportActionBody<'correct-email'>> {
  readonly shows = ['member', 'email'] as const;

  constructor(private readonly updateEmail: UpdateEmail) {
    super();
  }

  availableWhen({ trial, account }: ActionTarget): true | string {
    return trial.is('opened') ? account?.open || ADMIN_ERRORS.accountClosed : accepts(trial, 'email.corrected');
  }

  async run(id: number, { email }: SupportActionBody<'correct-email'>, press: Press): Promise<SupportActionAnswer> {
    const ofSignup = () => this.updateEmail.correct(id, email, press.requireUnchanged);
    const done = await this.correct(id, 'email', email, press, ofSignup);
    return answerOf(
      done,
      'The new email is stored. A link goes to the new address.',
      'The sign-up has this email already.',
    );
  }
}

/** The new number has to be verified: a sign-up with a verified phone goes back a step, and the chart mails its link. */
@SupportAction('correct-phone')
export class CorrectPhone extends Correction<SupportActionBody<'correct-phone'>> {
  readonly shows = ['member', 'phone', 'email'] as const;

  constructor(
    private readonly accounts: Accounts,
    private readonly sendTrialCode: SendTrialCode,
  ) {
    super();
  }

  availableWhen({ trial, account }: ActionTarget): true | string {
    return trial.is('opened') ? account?.open || ADMIN_ERRORS.accountClosed : accepts(trial, 'phone.changed');
  }

  async run(
    id: number,
    { phone, send }: SupportActionBody<'correct-phone'>,
    press: Press,
  ): Promise<SupportActionAnswer> {
    const done = await this.correct(id, 'phone', phone, press, () => this.store(id, phone, press));
    const answer = answerOf(
      done,
      'The new phone is stored. The person has to verify it.',
      'The sign-up has this phone already.',
    );
    return send ? this.sendCode(id, answer) : answer;
  }

  private store(id: number, phone: string, press: Press): Promise<boolean> {
    const isDone = ({ entity }: TrialChange) => entity.phone === phone;
    return this.changeOnce(id, press, isDone, async (change) => {
      const { entity: subject } = change;
      if (await this.accounts.exists({ phone }, change.tx))
        throw new AppError('conflict', ERRORS.phoneTaken, { fields: { phone: FIELD_MESSAGES.phoneTaken } });
      await keepPrevious(change, ['phone']);
      Object.assign(subject, { phone, phoneVerifiedAt: null });
      await unsupersede(change);
      await change.recordTransition('phone.changed');
    });
  }

  /** The correction holds, also when the code cannot be sent; the answer then says why. */
  private async sendCode(id: number, answer: SupportActionAnswer): Promise<SupportActionAnswer> {
    const trial = await this.trials.find(id);
    if (!trial || trial.is('opened')) return answer;
    try {
      const { sent, resendAt } = await this.sendTrialCode.bySupport(id);
      const message = 'The new phone is stored, and a code is on its way to it.';
      return sent ? { ...answer, message } : { ...answer, message: CODE_NOT_YET, resendAt };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const why = error.kind === 'conflict' ? whileIt(trial, 'waitsForCode') : true;
      const message = `The new phone is stored, but no code was sent. ${why === true ? forStaff(error).message : why}`;
      return { ...answer, message };
    }
  }
}

/** Withdraws the corrected email and phone of a member that wait for their owner. */
@SupportAction('undo-correction')
export class UndoCorrection extends SupportActionController {
  readonly shows = ['email', 'phone'] as const;

  constructor(private readonly memberContact: MemberContact) {
    super();
  }

  availableWhen({ account }: ActionTarget): true | string {
    return account?.newEmail || account?.newPhone ? true : ADMIN_ERRORS.noNewContact;
  }

  async run(id: number, _: object, { requireUnchanged }: Press): Promise<SupportActionAnswer> {
    const done = await this.memberContact.undo(id, requireUnchanged);
    return answerOf(done, 'The correction is undone.', 'It was undone less than a minute ago.');
  }
}
