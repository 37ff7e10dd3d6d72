import { ERRORS, LINK_INVALID } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { Accounts, type ReceiptsEmail } from '../../accounts/index.ts';
import { Clock } from '../../platform/clock/clock.ts';
import { daysAfter } from '../../platform/clock/instants.ts';
import { Settings } from '../../platform/config/index.ts';
import { AppError } from '../../platform/errors.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import { costOfMail } from '../../platform/mail/index.ts';
import { SignedLinks } from '../../platform/signed-links.ts';
import { Workflow } from '../../workflow/index.ts';
import { type SubscriptionChange, subscriptionFlow } from '../subscription-flow.ts';

const ENTERED = 'receipts email entered';

/** How long a link works: the one to stop receipts as long as a receipt is kept. */
const LIFE_DAYS = { 'confirm-receipts': 7, 'stop-receipts': 5 * 365 } as const;
type Purpose = keyof typeof LIFE_DAYS;

/** The links in mails to a second address for receipts. Each is for the address that was entered at its time. */
@Injectable()
export class ReceiptsLinks {
  constructor(
    private readonly links: SignedLinks,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  linkTo(purpose: Purpose, id: number, { at }: ReceiptsEmail): string {
    const until = daysAfter(this.clock.now(), LIFE_DAYS[purpose]);
    const token = this.links.sign(`plan.${purpose}`, `${id}:${at.getTime()}`, until);
    return `${this.settings.SITE_URL}/plan/${purpose}?token=${token}`;
  }

  /** Throws a 410 for a link that is forged or expired. */
  read(purpose: Purpose, token: string): { id: number; at: number } {
    const [, id, at] = /^(\d{1,16}):(\d{1,15})$/.exec(this.links.verify(`plan.${purpose}`, token) ?? '') ?? [];
    if (!id) throw linkInvalid();
    return { id: Number(id), at: Number(at) };
  }
}

/** A member's second address for receipts, such as the treasurer's: entered by the member, confirmed and stopped by its owner. */
@Injectable()
export class ReceiptsEmails {
  constructor(
    private readonly workflow: Workflow,
    private readonly accounts: Accounts,
    private readonly links: ReceiptsLinks,
    private readonly jobs: Jobs,
    private readonly limiter: Limiter,
  ) {}

  /** Mails the address a link, unless it is confirmed. Throws a 429 when it has got too many. */
  async enter(id: number, email: string): Promise<void> {
    const holder = await this.accounts.holderOf(id);
    if (isSame(holder?.email, email)) throw new AppError('conflict', ERRORS.receiptsOwnEmail);
    await this.change(id, async (change, receipts) => {
      const isKnown = isSame(receipts?.email, email);
      if (isKnown && (receipts?.provenAt || (await change.wasJustRecorded(ENTERED)))) return;
      await this.limiter.consumeAll(costOfMail('receiptsMailsPerEmail', email));
      await this.accounts.setReceiptsEmail(change.tx, id, { email, at: change.at, provenAt: null });
      await change.note(ENTERED);
      await this.jobs.enqueue(change.tx, 'sendReceiptsConfirmation', id);
    });
  }

  /** Also succeeds when there is none. */
  remove(id: number): Promise<void> {
    return this.change(id, async (change, receipts) => {
      if (receipts) await this.clear(change, 'receipts email removed');
    });
  }

  /** By the link of the mail to the address. Throws a 410 once it was replaced or removed. Also succeeds when it is repeated. */
  async confirm(token: string): Promise<void> {
    const { id, at } = this.links.read('confirm-receipts', token);
    await this.change(id, async (change, receipts) => {
      if (receipts?.at.getTime() !== at) throw linkInvalid();
      if (receipts.provenAt) return;
      await this.accounts.setReceiptsEmail(change.tx, id, { ...receipts, provenAt: change.at });
      await change.note('receipts email confirmed');
    });
  }

  /** By the link in a receipt. Throws a 410 when another address was entered since. Also succeeds when it is repeated. */
  async stop(token: string): Promise<void> {
    const { id, at } = this.links.read('stop-receipts', token);
    await this.change(id, async (change, receipts) => {
      if (!receipts) return;
      if (receipts.at.getTime() !== at) throw linkInvalid();
      await this.clear(change, 'receipts email stopped');
    });
  }

  private async clear(change: SubscriptionChange, note: string): Promise<void> {
    await this.accounts.setReceiptsEmail(change.tx, change.entity.id, null);
    await change.note(note);
  }

  private async change(
    id: number,
    work: (change: SubscriptionChange, receipts: ReceiptsEmail | null) => Promise<void>,
  ): Promise<void> {
    await this.workflow.withLock(subscriptionFlow, id, async (change) =>
      work(change, await this.accounts.receiptsEmailOf(change.tx, id)),
    );
  }
}

const isSame = (one: string | undefined, other: string): boolean => one?.toLowerCase() === other.toLowerCase();

const linkInvalid = () => new AppError('gone', LINK_INVALID);
