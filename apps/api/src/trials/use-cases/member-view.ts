import { greetingName, type OpenedTrialSignup } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { PlanLinks, SubscriptionSummaries } from '../../billing/index.ts';
import { Clock } from '../../platform/clock/clock.ts';
import { daysAfter } from '../../platform/clock/instants.ts';
import { hashOf } from '../browser-key.ts';
import type { TrialSignup } from '../trial-signup.entity.ts';

const OPENING_DAY = 1;

/** What a sign-up whose account is open shows of its plan. */
@Injectable()
export class MemberView {
  constructor(
    private readonly summaries: SubscriptionSummaries,
    private readonly planLinks: PlanLinks,
    private readonly clock: Clock,
  ) {}

  async of(
    trial: TrialSignup,
    browserKey?: string,
  ): Promise<Pick<OpenedTrialSignup, 'firstName' | 'subscription' | 'planLink'>> {
    const subscription = trial.is('opened') ? await this.summaries.find(trial.id) : undefined;
    const planLink = this.planLinkOf(trial, browserKey);
    return { firstName: greetingName(trial), ...(subscription && { subscription }), ...(planLink && { planLink }) };
  }

  /**
   * The link to the plan, for the browser that signed up and on the day of the opening only: whoever has no more than the
   * address of the sign-up, or the browser later, asks for a link at /plan, which is mailed.
   */
  planLinkOf(trial: TrialSignup, browserKey?: string): string | undefined {
    const { cardSavedAt, trialEndsAt } = trial;
    if (!trial.is('opened') || !cardSavedAt || !trialEndsAt) return undefined;
    const isKnown = browserKey !== undefined && trial.browserKeys.includes(hashOf(browserKey));
    if (!isKnown || this.clock.now() > daysAfter(cardSavedAt, OPENING_DAY)) return undefined;
    return this.planLinks.linkTo(trial.id, { until: trialEndsAt });
  }
}
