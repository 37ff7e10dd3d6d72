import {
  type CodeChannel,
  type CodeSentAnswer,
  ERRORS,
  FIELD_MESSAGES,
  isMaskedPhone,
  maskPhone,
} from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { Accounts } from '../../accounts/index.ts';
import { AppError } from '../../platform/errors.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import { CheckCode, type CodeOutcome, refusalOf, SendCode } from '../../verification/index.ts';
import { newBrowserKey, requireKnown, withKey } from '../browser-key.ts';
import { keepPrevious } from '../trial-correction.entity.ts';
import type { TrialSignup } from '../trial-signup.entity.ts';
import { conflictFor, TrialSignups, unsupersede } from '../trial-signups.ts';

/** Sends the code to the sign-up's phone, after changing the phone if another one is given. */
@Injectable()
export class SendTrialCode {
  constructor(
    private readonly accounts: Accounts,
    private readonly trials: TrialSignups,
    private readonly sendCode: SendCode,
    private readonly limiter: Limiter,
  ) {}

  /**
   * verify-phone: sends only when this phone has no live code. Another phone replaces the stored one, in a known browser; the masked
   * text of the stored one stands for it.
   */
  async toPhone(
    trialId: number,
    phone: string,
    { browserKey, work }: { browserKey?: string | undefined; work?: string | undefined } = {},
  ): Promise<CodeSentAnswer> {
    const { trial } = await this.trials.requireFor('verify-phone', trialId);
    if (trial.phone === phone || maskPhone(trial.phone) === phone) return this.send(trial, { again: false, work });
    requireKnown(trial, browserKey);
    if (isMaskedPhone(phone))
      throw new AppError('invalid', ERRORS.invalid, { fields: { phone: FIELD_MESSAGES.phone } });
    return this.send(await this.changePhone(trial, phone), { again: false, work });
  }

  /** resend-verification: sends again once the cooldown is over. */
  async again(trialId: number, channel: CodeChannel = 'sms', work?: string): Promise<CodeSentAnswer> {
    const { trial } = await this.trials.requireFor('resend-verification', trialId);
    return this.send(trial, { again: true, channel, work });
  }

  /** send-browser-code: to the proven phone. Typed, the code makes a browser known (prove-browser). */
  async toProvenPhone(trialId: number, channel: CodeChannel = 'sms'): Promise<CodeSentAnswer> {
    const { trial } = await this.trials.requireFor('send-browser-code', trialId);
    return this.send(trial, { again: true, channel });
  }

  /** For support: also beyond the daily limit of the phone. */
  async bySupport(trialId: number): Promise<CodeSentAnswer> {
    const { trial } = await this.trials.requireFor('resend-verification', trialId);
    return this.send(trial, { again: true, bySupport: true });
  }

  private async send(
    trial: TrialSignup,
    how: { again: boolean; channel?: CodeChannel; bySupport?: boolean; work?: string | undefined },
  ): Promise<CodeSentAnswer> {
    try {
      const proven = await this.trials.hasProven(trial);
      const { sent, times } = await this.sendCode.execute({ trialId: trial.id, phone: trial.phone, proven, ...how });
      const { sends } = times;
      if (sent) await this.trials.note(trial, 'code sent', { sends, ...(how.channel === 'call' && { by: 'call' }) });
      return { success: true, sent, ...times };
    } catch (error) {
      if (error instanceof AppError)
        await this.trials.noteOnce(trial, 'code not sent', { status: error.code }, ['code sent', 'phone.changed']);
      throw error;
    }
  }

  private async changePhone(trial: TrialSignup, phone: string): Promise<TrialSignup> {
    await this.limiter.consume('phonesPerTrial', String(trial.id));
    return this.trials.change(trial.id, async (change) => {
      const { entity: subject } = change;
      if (subject.phone === phone) return subject;
      if (!change.can('phone.changed')) throw conflictFor(subject, 'verify-phone');
      if (await this.accounts.exists({ phone }, change.tx)) {
        throw new AppError('conflict', ERRORS.phoneTaken, {
          userExists: true,
          fields: { phone: FIELD_MESSAGES.phoneTaken },
        });
      }
      await keepPrevious(change, ['phone']);
      subject.phone = phone;
      await unsupersede(change);
      await change.recordTransition('phone.changed');
      return subject;
    });
  }
}

/** After one of these, a refused code is another code, and is noted again. */
const ANOTHER_CODE = ['code sent', 'phone.changed'];
const VERIFYING_MS = 1000;

type CodeVerified = { success: true; userExists?: true };

/** With the new key of the browser in which the right code was typed; a repeat has none. */
type Verified = CodeVerified & { browserKey?: string };

/** Checks the six digits. The right ones verify the phone, and bind the browser they were typed in. */
@Injectable()
export class VerifyCode {
  constructor(
    private readonly accounts: Accounts,
    private readonly trials: TrialSignups,
    private readonly checkCode: CheckCode,
  ) {}

  async execute(trialId: number, code: string, tryKey: string | null): Promise<Verified> {
    const { trial, handling } = await this.trials.requireFor('verify-code', trialId);
    if (handling === 'replay') return answerOf(trial);
    const checked = await this.checkCode.execute(trialId, trial.phone, code, tryKey);
    if (checked.outcome === 'right') return this.verify(trial);
    // Of concurrent equal calls the slower ones find the code used up, possibly just before the phone is marked verified.
    const isVerified = (trial: TrialSignup) => !trial.is('phoneUnproven');
    const now = await this.trials.until(trialId, isVerified, checked.outcome === 'wrong' ? 0 : VERIFYING_MS);
    return now && isVerified(now) ? answerOf(now) : this.refuse(trial, checked);
  }

  private verify({ id, phone }: TrialSignup): Promise<Verified> {
    return this.trials.change(id, async (change) => {
      const { entity: subject } = change;
      // The phone was changed while the code of the old one was checked.
      if (subject.phone !== phone) throw new AppError('invalid', ERRORS.codeExpired, { reason: 'expired' });
      if (!subject.is('waitsForCode')) return answerOf(subject);
      const browserKey = newBrowserKey();
      subject.phoneVerifiedAt = change.at;
      subject.browserKeys = withKey(subject.browserKeys, browserKey);
      await change.recordTransition(
        (await this.accounts.exists({ phone }, change.tx)) ? 'account.existed' : 'phone.verified',
      );
      return { ...answerOf(subject), browserKey };
    });
  }

  private async refuse(trial: TrialSignup, checked: Exclude<CodeOutcome, { outcome: 'right' }>): Promise<never> {
    const triesLeft = checked.outcome === 'wrong' ? checked.triesLeft : undefined;
    const note = `code ${checked.outcome === 'tooMany' ? 'refused' : checked.outcome}`;
    await this.trials.noteOnce(trial, note, { triesLeft }, ANOTHER_CODE);
    throw refusalOf(checked);
  }
}

const answerOf = ({ wire }: TrialSignup): CodeVerified => ({
  success: true,
  ...(wire.userExists && { userExists: true as const }),
});
