import { ERRORS } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { accountExists } from '../../accounts/index.ts';
import { AppError } from '../../platform/http/errors.ts';
import { tooManyRequests, Limiter } from '../../platform/limits/limiter.ts';
import { CheckCode, type CodeOutcome } from '../../verification/index.ts';
import { withKey } from '../domain/browser-key.ts';
import type { TrialSignup } from '../domain/trial-signup.entity.ts';
import { SavedTrials } from './saved-trials.ts';

/** After one of these it is another code that is refused. */
const ANOTHER_CODE = ['code sent', 'phone.changed'];
const LOOKS = 10;
const LOOK_EVERY_MS = 100;

export type CodeConfirmed = { success: true; userExists?: true };

/** Takes the six digits. The right ones prove the phone, and bind the browser they were typed in. */
@Injectable()
export class ConfirmCode {
  constructor(
    private readonly trials: SavedTrials,
    private readonly checkCode: CheckCode,
    private readonly limiter: Limiter,
  ) {}

  async execute(id: number, code: string, address: string, browserKey: string): Promise<CodeConfirmed> {
    await this.limiter.consume('checksPerAddress', address);
    const { trial, meaning } = await this.trials.requireFor('verify-code', id, address);
    if (meaning === 'repeat') return answerOf(trial);
    const checked = await this.checkCode.execute(id, trial.phone, code);
    if (checked.outcome === 'right') {
      await this.limiter.refund('unprovenCodesPerAddress', address);
      return this.prove(trial, browserKey);
    }
    const proven = await this.provenMeanwhile(id, checked.outcome === 'wrong' ? 1 : LOOKS);
    return proven ? answerOf(proven) : this.refuse(trial, checked);
  }

  /** Of equal calls at once the slower ones find the code used up, maybe a moment before the phone is proven. */
  private async provenMeanwhile(id: number, looks: number): Promise<TrialSignup | undefined> {
    const now = await this.trials.find(id);
    if (now && now.state !== 'phoneVerification' && now.state !== 'cancelled') return now;
    if (looks === 1) return undefined;
    await pause(LOOK_EVERY_MS);
    return this.provenMeanwhile(id, looks - 1);
  }

  private prove({ id, phone }: TrialSignup, browserKey: string): Promise<CodeConfirmed> {
    return this.trials.change(id, async (change) => {
      const { entity: subject } = change;
      // The number was changed while the old one was being proven.
      if (subject.phone !== phone) throw new AppError(400, ERRORS.codeExpired, { reason: 'expired' });
      if (subject.state === 'phoneVerification') {
        subject.phoneVerifiedAt = change.at;
        subject.browserKeys = withKey(subject.browserKeys, browserKey);
        await change.recordTransition(
          (await accountExists(change.tx, { phone })) ? 'account.existed' : 'phone.verified',
        );
      }
      return answerOf(subject);
    });
  }

  private async refuse(trial: TrialSignup, checked: Exclude<CodeOutcome, { outcome: 'right' }>): Promise<never> {
    const triesLeft = checked.outcome === 'wrong' ? checked.triesLeft : undefined;
    const note = `code ${checked.outcome === 'tooMany' ? 'refused' : checked.outcome}`;
    await this.trials.noteOnce(trial, note, { triesLeft }, ANOTHER_CODE);
    if (checked.outcome === 'tooMany')
      throw tooManyRequests(ERRORS.codeTooMany, checked.retryAt, { reason: 'tooMany' });
    if (checked.outcome === 'expired') throw new AppError(400, ERRORS.codeExpired, { reason: 'expired', triesLeft: 0 });
    throw new AppError(400, ERRORS.codeWrong, { reason: 'wrong', triesLeft: checked.triesLeft });
  }
}

const answerOf = ({ wire }: TrialSignup): CodeConfirmed => ({
  success: true,
  ...(wire.userExists && { userExists: true as const }),
});
