import { ERRORS } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Accounts } from '../../accounts/index.ts';
import { Clock } from '../../platform/clock/clock.ts';
import { daysAfter, minutesAfter } from '../../platform/clock/instants.ts';
import { Settings } from '../../platform/config/index.ts';
import { AppError } from '../../platform/errors.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import { addressKey } from '../../platform/mail/index.ts';
import { SignedLinks } from '../../platform/signed-links.ts';
import { Subscription } from '../billing.entities.ts';

const PURPOSE = 'plan';
const LIFE_DAYS = 30;
/** How long a code that proved the phone holds for a link. */
const PROVEN_MINUTES = 60;

/** What a token says: the subscription it opens, when the link was made, and when the phone was proven with it. */
interface PlanLink {
  id: number;
  madeAt: Date;
  phoneProvenAt: Date | null;
}

/** A subscription, and the link that opened it. */
export interface OpenedPlan {
  subscription: Subscription;
  link: PlanLink;
}

export const linkOver = () => new AppError('gone', ERRORS.linkInvalid, { linkOver: true });

/** Links in mails that open a plan for 30 days, or longer where the mail is about a later day. */
@Injectable()
export class PlanLinks {
  constructor(
    private readonly links: SignedLinks,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  linkTo(subscriptionId: number, given: { madeAt?: Date; until?: Date } = {}): string {
    const { madeAt = this.clock.now(), until = madeAt } = given;
    const expiresAt = new Date(Math.max(daysAfter(madeAt, LIFE_DAYS).getTime(), until.getTime()));
    const token = this.links.sign(PURPOSE, `${subscriptionId}:${madeAt.getTime()}`, expiresAt);
    return `${this.settings.SITE_URL}/plan?token=${token}`;
  }

  /** Ends every link to a subscription that was made before `at`. */
  async endBefore(tx: EntityManager, id: number, at: Date): Promise<void> {
    await tx.update(Subscription, { id }, { planLinksFrom: at });
  }

  /** The token of the same link once the phone is proven. */
  withProvenPhone({ id, madeAt }: PlanLink): string {
    const now = this.clock.now();
    const expiresAt = new Date(
      Math.max(daysAfter(madeAt, LIFE_DAYS).getTime(), minutesAfter(now, PROVEN_MINUTES).getTime()),
    );
    return this.links.sign(PURPOSE, `${id}:${madeAt.getTime()}:${now.getTime()}`, expiresAt);
  }

  hasProvenPhone({ phoneProvenAt }: PlanLink): boolean {
    return phoneProvenAt !== null && minutesAfter(phoneProvenAt, PROVEN_MINUTES) > this.clock.now();
  }

  /** Undefined for a token that is forged or expired. */
  read(token: string): PlanLink | undefined {
    const [, id, madeAt, provenAt] =
      /^(\d{1,16}):(\d{1,15})(?::(\d{1,15}))?$/.exec(this.links.verify(PURPOSE, token) ?? '') ?? [];
    if (id === undefined) return undefined;
    return {
      id: Number(id),
      madeAt: new Date(Number(madeAt)),
      phoneProvenAt: provenAt ? new Date(Number(provenAt)) : null,
    };
  }
}

/** The subject of the job for an address without an account. */
const NO_ACCOUNT = 0;

/**
 * Mails a new link to the account of an email address. Work, limits and answer are the same for every address, so none of
 * them reveals who has an account. Throws a 429 when no more would be mailed.
 */
@Injectable()
export class RequestPlanLink {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: Accounts,
    private readonly jobs: Jobs,
    private readonly limiter: Limiter,
  ) {}

  async execute(email: string): Promise<void> {
    await this.limiter.consume('planMailsPerEmail', addressKey(email));
    await this.dataSource.transaction(async (tx) => {
      const id = (await this.accounts.trialOf(email, tx)) ?? NO_ACCOUNT;
      await this.jobs.enqueue(tx, 'sendPlanLink', id);
    });
  }
}
