import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ReturnedMails } from '../../platform/mail/index.ts';
import { TrialSignups } from '../trial-signups.ts';

/** Records that an email bounced after the mail server had accepted it. The visitor sees the same notice as after an immediate refusal. */
@Injectable()
export class TakeReturnedMail {
  constructor(
    private readonly dataSource: DataSource,
    private readonly trials: TrialSignups,
    private readonly returnedMails: ReturnedMails,
  ) {}

  /** Ignores a repeated report, and an address that no sign-up has. */
  async execute(address: string): Promise<void> {
    const found = await this.dataSource.query<{ id: string }[]>(
      'SELECT id FROM trial_signups WHERE lower(email) = lower($1) AND erased_at IS NULL ORDER BY id',
      [address],
    );
    for (const { id } of found)
      await this.trials.changeUnlessErased(Number(id), async (change) => {
        const mail = await this.returnedMails.markLast(change.tx, Number(id));
        if (mail) await change.note('mail bounced', { mail });
      });
  }
}
