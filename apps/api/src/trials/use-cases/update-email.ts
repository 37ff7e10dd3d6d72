import { ERRORS, FIELD_MESSAGES } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { accountExists, correctReservedEmail } from '../../accounts/index.ts';
import { AppError } from '../../platform/http/errors.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import { refusalFor, SavedTrials } from './saved-trials.ts';

/** Corrects the e-mail of an unfinished sign-up and sends the resume link to the new one. */
@Injectable()
export class UpdateEmail {
  constructor(
    private readonly trials: SavedTrials,
    private readonly limiter: Limiter,
  ) {}

  async execute(id: number, email: string, address: string): Promise<{ success: true }> {
    const { trial } = await this.trials.requireFor('update-email', id, address);
    if (trial.email === email) return { success: true };
    await this.limiter.consume('linksPerAddress', address);
    await this.limiter.consume('emailsPerTrial', String(id));
    if (!(await this.correct(id, email))) await this.limiter.refund('emailsPerTrial', String(id));
    return { success: true };
  }

  /** The correction itself, for visitors and support. False where the sign-up has this e-mail already. */
  correct(id: number, email: string): Promise<boolean> {
    return this.trials.change(id, async (change) => {
      const { entity: subject, tx } = change;
      if (subject.email === email) return false;
      if (!change.can('email.corrected')) throw refusalFor(subject, 'update-email');
      if (await accountExists(tx, { email })) throw taken();
      if ((await correctReservedEmail(tx, id, email)) === 'taken') throw taken();
      subject.email = email;
      await change.recordTransition('email.corrected');
      return true;
    });
  }
}

const taken = () =>
  new AppError(409, ERRORS.emailTaken, { userExists: true, fields: { email: FIELD_MESSAGES.emailTaken } });
