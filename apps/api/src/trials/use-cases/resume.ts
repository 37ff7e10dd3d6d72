import {
  byField,
  type CodeTimes,
  type LinkSentAnswer,
  type OpenedTrialSignup,
  RESUMED_FIELDS,
  type ResumedField,
  type SavedTrialSignup,
  SIGN_UP_FIELDS,
  TRIAL_DAYS,
  type TrialSignupAnswer,
} from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { daysAfter } from '../../platform/clock/instants.ts';
import { Settings } from '../../platform/config/index.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import { costOfMail, ReturnedMails } from '../../platform/mail/index.ts';
import { findLiveCode, ReadCodeTimes } from '../../verification/index.ts';
import { SignedLinks } from '../../platform/signed-links.ts';
import { isKnown } from '../browser-key.ts';
import type { TrialSignup } from '../trial-signup.entity.ts';
import { conflictFor, TrialSignups } from '../trial-signups.ts';
import { MemberView } from './member-view.ts';

/** Reads a sign-up for a browser that resumes it. Changes nothing: mail scanners open links, too. */
@Injectable()
export class LoadTrial {
  constructor(
    private readonly trials: TrialSignups,
    private readonly dataSource: DataSource,
    private readonly times: ReadCodeTimes,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly memberView: MemberView,
    private readonly returnedMails: ReturnedMails,
  ) {}

  async execute(trialId: number, browserKey?: string): Promise<TrialSignupAnswer> {
    const trial = await this.trials.require(trialId);
    const now = this.clock.now();
    const returned =
      isKnown(trial, browserKey) && (await this.returnedMails.has(trialId)) ? { mailReturned: true as const } : {};
    const open = this.settings.RESUME_PRIVACY === 'open' || isKnown(trial, browserKey);
    if (trial.is('opened') || trial.is('accountExisted')) {
      const view = { ...openedViewOf(trial, now), ...(await this.memberView.of(trial, browserKey)), ...returned };
      return { success: true, trialSignup: open ? view : { ...view, firstName: MASK, masked: true } };
    }
    const view = { ...viewOf(trial, now, await this.codeTimes(trial, now)), ...returned };
    return { success: true, trialSignup: open ? view : maskedView(view) };
  }

  private async codeTimes(trial: TrialSignup, now: Date) {
    if (!trial.is('waitsForCode')) return undefined;
    const code = await findLiveCode(this.dataSource.manager, trial.id, trial.phone, now);
    return code ? this.times.of(code) : undefined;
  }
}

/** Mails the link that resumes the sign-up; at most every 30 seconds, five a day, and never more than its mailbox may get. */
@Injectable()
export class RequestResumeLink {
  constructor(
    private readonly trials: TrialSignups,
    private readonly limiter: Limiter,
    private readonly clock: Clock,
  ) {}

  /** Throws a 429 when no mail will be sent, so that a success is true. The browser of the sign-up has a budget of its own. */
  async execute(trialId: number, browserKey?: string): Promise<LinkSentAnswer> {
    const { trial } = await this.trials.requireFor('send-resume-link', trialId);
    const key = String(trialId);
    const unproven = isKnown(trial, browserKey) ? 'ownLinksPerEmail' : 'unprovenMailsPerEmail';
    const cap = trial.phoneVerified ? 'provenMailsPerEmail' : unproven;
    await this.limiter.consumeAll([
      ['linksPerAddress'],
      ['linksInARowPerTrial', key],
      ['linksPerTrial', key],
      ...costOfMail(cap, trial.email),
    ]);
    await this.trials.change(trialId, async (change) => {
      if (!change.can('link.requested')) throw conflictFor(change.entity, 'send-resume-link');
      await change.recordTransition('link.requested');
    });
    const free = (await this.limiter.freeAt('linksInARowPerTrial', key)) ?? this.clock.now();
    return { success: true, retryAt: free.toISOString() };
  }
}

const PROOF = 'trial.proof';
const PROOF_DAYS = 30;

/** The mailed links that resume a sign-up on any device. Opening one changes nothing. */
@Injectable()
export class ResumeLinks {
  constructor(
    private readonly links: SignedLinks,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** With the proof that its reader owns the mailbox, for 30 days. */
  linkTo(trial: TrialSignup): string {
    const proof = this.links.sign(purposeFor(trial), trial.id, daysAfter(this.clock.now(), PROOF_DAYS));
    return `${resumeLink(this.settings.SITE_URL, trial.id)}&proof=${proof}`;
  }

  /** Whether the proof was mailed to the sign-up's present address. */
  isProof(trial: TrialSignup, proof: string): boolean {
    return this.links.verify(purposeFor(trial), proof) === String(trial.id);
  }
}

/** A corrected address ends the links that were mailed to the old one. */
const purposeFor = ({ email }: TrialSignup): string => `${PROOF}\n${email}`;

/** The address of a sign-up's step, without a proof. */
export const resumeLink = (siteUrl: string, trialId: number): string =>
  `${siteUrl}/trial?step=verification&trialId=${trialId}`;

/** The fields a resuming browser needs; no others leave the server. */
const viewOf = (trial: TrialSignup, now: Date, code?: CodeTimes): SavedTrialSignup => ({
  ...byField(RESUMED_FIELDS, (name) => trial[name]),
  ...openedViewOf(trial, now),
  paymentVerified: trial.wire.paymentVerified,
  ...(code && { code }),
});

/** What the link still shows once the account is open. */
const openedViewOf = (trial: TrialSignup, now: Date): OpenedTrialSignup => ({
  firstName: trial.firstName,
  phoneVerified: trial.phoneVerified,
  step: trial.wire.step,
  selectedPlan: trial.selectedPlan,
  trialEndsAt: (trial.trialEndsAt ?? daysAfter(now, TRIAL_DAYS)).toISOString(),
  ...(trial.wire.userExists && { userExists: true as const }),
});

const MASK = '•••';

/** Of email and phone enough is left to recognize them. */
const maskOf = (name: ResumedField, value: string): string => {
  const { mask } = SIGN_UP_FIELDS[name] as { mask?: (value: string) => string | null };
  return mask?.(value) ?? MASK;
};

/** For a browser that is not known. */
const maskedView = (view: SavedTrialSignup): SavedTrialSignup => ({
  ...view,
  ...byField(RESUMED_FIELDS, (name) => maskOf(name, view[name])),
  masked: true,
});
