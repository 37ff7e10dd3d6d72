import { ERRORS, FIELD_MESSAGES } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { accountExists, correctReservedEmail } from '../../accounts/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
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
    await this.limiter.take('emailsPerTrial', String(id));
    await this.correct(id, email);
    return { success: true };
  }

  /** The correction itself, whoever asks for it. */
  async correct(id: number, email: string): Promise<void> {
    await this.trials.change(id, async (change) => {
      const { subject, tx } = change;
      if (!change.can('email.corrected')) throw refusalFor(subject, 'update-email');
      if (await accountExists(tx, { email })) throw taken();
      if ((await correctReservedEmail(tx, id, email)) === 'taken') throw taken();
      subject.email = email;
      await change.record('email.corrected');
    });
  }
}

const taken = () =>
  new Refusal(409, ERRORS.emailTaken, { userExists: true, fields: { email: FIELD_MESSAGES.emailTaken } });
