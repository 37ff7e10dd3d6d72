import { LINK_INVALID } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Accounts, NewContacts } from '../../accounts/index.ts';
import { Clock } from '../../platform/clock/clock.ts';
import { daysAfter } from '../../platform/clock/instants.ts';
import { Settings } from '../../platform/config/index.ts';
import { AppError } from '../../platform/errors.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { addressKey } from '../../platform/mail/index.ts';
import { SignedLinks } from '../../platform/signed-links.ts';
import { Workflow } from '../../workflow/index.ts';
import { trialFlow } from '../trial-signups.ts';

export const EMAIL_TAKEN = 'sendEmailTaken';

const PURPOSE = 'claim';
const LIFE_DAYS = 30;

/**
 * Tells the owner of an email address that an account uses it, and records it when the owner says that the account is not theirs: a
 * member may have mistyped the address.
 */
@Injectable()
export class ClaimMailbox {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: Accounts,
    private readonly newContacts: NewContacts,
    private readonly workflow: Workflow,
    private readonly links: SignedLinks,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /** Queues the mail to an address that a sign-up cannot have, if an account has it. */
  async notifyOwner(email: string, tx?: EntityManager): Promise<void> {
    if (!tx) return this.dataSource.transaction((own) => this.notifyOwner(email, own));
    const id = await this.accounts.trialOf(email, tx);
    if (id !== undefined) await this.jobs.enqueue(tx, EMAIL_TAKEN, id);
  }

  /** The link for 30 days. It is for this account with this mailbox. */
  linkTo(trialId: number, email: string): string {
    const token = this.links.sign(PURPOSE, `${trialId}:${addressKey(email)}`, daysAfter(this.clock.now(), LIFE_DAYS));
    return `${this.settings.SITE_URL}/plan/not-mine?token=${token}`;
  }

  /**
   * 'changed' when the account no longer has the address. Also succeeds when it is repeated. Throws a 410 for a forged or expired
   * link.
   */
  async execute(token: string): Promise<'claimed' | 'changed'> {
    const [, id, key] = /^(\d{1,16}):([\w-]{43})$/.exec(this.links.verify(PURPOSE, token) ?? '') ?? [];
    if (!id) throw new AppError('gone', LINK_INVALID);
    // Not a visit of the member, so not by `TrialSignups.change`.
    const outcome = await this.workflow.withLock(
      trialFlow,
      Number(id),
      async (change): Promise<'claimed' | 'changed'> => {
        const { entity: subject, tx, at } = change;
        if (subject.erasedAt || addressKey(subject.email) !== key) return 'changed';
        if (await this.newContacts.isClaimed(tx, subject.id)) return 'claimed';
        await this.newContacts.claim(tx, subject.id, at);
        await change.note('email claimed');
        return 'claimed';
      },
    );
    return outcome ?? 'changed';
  }
}
