import { type CodeSentAnswer, ERRORS, FIELD_MESSAGES } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { accountExists } from '../../accounts/index.ts';
import { AppError } from '../../platform/http/errors.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import { SendCode } from '../../verification/index.ts';
import type { TrialSignup } from '../domain/trial-signup.entity.ts';
import { refusalFor, SavedTrials } from './saved-trials.ts';

/** Sends the code to the sign-up's phone, after changing that phone when another one is given. */
@Injectable()
export class SendTrialCode {
  constructor(
    private readonly trials: SavedTrials,
    private readonly sendCode: SendCode,
    private readonly limiter: Limiter,
  ) {}

  /** verify-phone: sends only when no code lives for this phone. */
  async toPhone(id: number, phone: string, address: string): Promise<CodeSentAnswer> {
    const { trial } = await this.trials.requireFor('verify-phone', id, address);
    return this.send(trial.phone === phone ? trial : await this.changePhone(trial, phone), address, false);
  }

  /** resend-verification: sends again once the cooldown is over. */
  async again(id: number, address: string): Promise<CodeSentAnswer> {
    const { trial } = await this.trials.requireFor('resend-verification', id, address);
    return this.send(trial, address, true);
  }

  /** For support: also where the visitor has used up what a number gets in a day. */
  async bySupport(id: number, address: string): Promise<CodeSentAnswer> {
    const { trial } = await this.trials.requireFor('resend-verification', id, address);
    return this.send(trial, address, true, true);
  }

  private async send(trial: TrialSignup, address: string, again: boolean, bySupport = false): Promise<CodeSentAnswer> {
    try {
      const { sent, sends, resendAt, expiresAt } = await this.sendCode.execute({
        subjectId: trial.id,
        phone: trial.phone,
        address,
        again,
        bySupport,
      });
      if (sent) await this.trials.note(trial, 'code sent', { sends });
      return { success: true, sent, resendAt: resendAt.toISOString(), expiresAt: expiresAt.toISOString() };
    } catch (error) {
      if (error instanceof AppError)
        await this.trials.noteOnce(trial, 'code not sent', { status: error.status }, ['code sent', 'phone.changed']);
      throw error;
    }
  }

  private async changePhone(trial: TrialSignup, phone: string): Promise<TrialSignup> {
    await this.limiter.consume('phonesPerTrial', String(trial.id));
    return this.trials.change(trial.id, async (change) => {
      const { entity: subject } = change;
      if (subject.phone === phone) return subject;
      if (!change.can('phone.changed')) throw refusalFor(subject, 'verify-phone');
      if (await accountExists(change.tx, { phone })) {
        throw new AppError(409, ERRORS.phoneTaken, { userExists: true, fields: { phone: FIELD_MESSAGES.phoneTaken } });
      }
      subject.phone = phone;
      await change.recordTransition('phone.changed');
      return subject;
    });
  }
}
