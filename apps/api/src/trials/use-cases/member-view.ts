import { greetingName, type OpenedTrialSignup } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { Consents, PlanLinks, SubscriptionSummaries } from '../../billing/index.ts';
import { Clock } from '../../platform/clock/clock.ts';
import { daysAfter } from '../../platform/clock/instants.ts';
import { isKnown } from '../browser-key.ts';
import type { TrialSignup } from '../trial-signup.entity.ts';

const OPENING_DAY = 1;

/** What a sign-up whose account is open shows of its plan; the email and the receipt, with the end of the card's number, only to its browser. */
@Injectable()
export class MemberView {
  constructor(
    private readonly summaries: SubscriptionSummaries,
    private readonly consents: Consents,
    private readonly planLinks: PlanLinks,
    private readonly clock: Clock,
  ) {}

  async of(
    trial: TrialSignup,
    browserKey?: string,
  ): Promise<Pick<OpenedTrialSignup, 'firstName' | 'email' | 'subscription' | 'openForADay' | 'planLink' | 'receipt'>> {
    const subscription = trial.is('opened') ? await this.summaries.find(trial.id) : undefined;
    const isOwn = trial.is('opened') && isKnown(trial, browserKey);
    const receipt = isOwn ? await this.consents.receiptOf(trial.id) : undefined;
    const planLink = this.planLinkOf(trial, browserKey);
    return {
      firstName: greetingName(trial),
      ...(isOwn && { email: trial.email }),
      ...(subscription && { subscription }),
      ...(trial.is('opened') && !this.isOpeningDay(trial) && { openForADay: true as const }),
      ...(planLink && { planLink }),
      ...(receipt && { receipt }),
    };
  }

  /**
   * The link to the plan, only for the browser that signed up, and only on the day the account is opened. Every other
   * visitor requests a link at /plan; it is mailed to the member.
   */
  private planLinkOf(trial: TrialSignup, browserKey?: string): string | undefined {
    const { trialEndsAt } = trial;
    if (!trial.is('opened') || !trialEndsAt || !isKnown(trial, browserKey) || !this.isOpeningDay(trial))
      return undefined;
    return this.planLinks.linkTo(trial.id, { until: trialEndsAt });
  }

  private isOpeningDay({ cardSavedAt }: TrialSignup): boolean {
    return cardSavedAt !== null && this.clock.now() <= daysAfter(cardSavedAt, OPENING_DAY);
  }
}
