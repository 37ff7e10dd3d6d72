import type { TrialSignupAnswer } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock/clock.ts';
import { Settings } from '../../platform/config/index.ts';
import { findLiveCode } from '../../verification/index.ts';
import { hashOf } from '../domain/browser-key.ts';
import type { TrialSignup } from '../domain/trial-signup.entity.ts';
import { masked, openedViewOf, viewOf } from '../domain/trial-view.ts';
import { SavedTrials } from './saved-trials.ts';

/** Reads a sign-up for a browser that resumes. Changes nothing: mail scanners open links, too. */
@Injectable()
export class LoadTrial {
  constructor(
    private readonly trials: SavedTrials,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  async execute(id: number, address: string, browserKey?: string): Promise<TrialSignupAnswer> {
    const trial = await this.trials.require(id, address);
    const now = this.clock.now();
    if (trial.state === 'success' || trial.state === 'alreadyMember') {
      return { success: true, trialSignup: openedViewOf(trial, now) };
    }
    const view = viewOf(trial, now, await this.codeTimes(trial, now));
    const known = browserKey !== undefined && trial.browserKeys.includes(hashOf(browserKey));
    const strict = this.settings.RESUME_PRIVACY === 'strict' && !known;
    return { success: true, trialSignup: strict ? masked(view) : view };
  }

  private async codeTimes(trial: TrialSignup, now: Date) {
    if (trial.state !== 'phoneVerification') return undefined;
    const code = await findLiveCode(this.dataSource.manager, trial.id, trial.phone, now);
    return code ? { resendAt: code.resendAt.toISOString(), expiresAt: code.expiresAt.toISOString() } : undefined;
  }
}
