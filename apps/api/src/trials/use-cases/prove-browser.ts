import { ERRORS } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { AppError } from '../../platform/errors.ts';
import { CheckCode, refusalOf } from '../../verification/index.ts';
import { isKnown, newBrowserKey, withKey } from '../browser-key.ts';
import { conflictFor, type TrialChange, TrialSignups } from '../trial-signups.ts';
import { ResumeLinks } from './resume.ts';

/**
 * prove-browser: makes a browser known to a sign-up, which it may then read and correct. What proves it is the link that we mailed, at every
 * step, or a code that we sent to the proven phone. Both return the new key of the browser.
 */
@Injectable()
export class ProveBrowser {
  constructor(
    private readonly trials: TrialSignups,
    private readonly links: ResumeLinks,
    private readonly checkCode: CheckCode,
  ) {}

  /**
   * Also proves the mailbox. Undefined for a browser that is known already. Throws a 409 with `reason: prove` for a proof that is
   * forged, expired, or of an address that was corrected since.
   */
  async byLink(trialId: number, proof: string, browserKey?: string): Promise<string | undefined> {
    await this.trials.requireFor('prove-browser', trialId);
    return this.trials.change(trialId, async (change) => {
      const { entity: subject, at } = change;
      if (!this.links.isProof(subject, proof)) throw new AppError('conflict', ERRORS.linkInvalid, { reason: 'prove' });
      if (!subject.emailProvenAt) await change.note('email proven');
      subject.emailProvenAt ??= at;
      return isKnown(subject, browserKey) ? undefined : addBrowser(change, 'link');
    });
  }

  /** Throws a 400 for a wrong or expired code, and a 429 after too many. */
  async byCode(trialId: number, code: string, tryKey: string | null): Promise<string> {
    const { trial } = await this.trials.requireFor('prove-browser', trialId);
    if (!trial.phoneVerified) throw conflictFor(trial, 'prove-browser');
    const checked = await this.checkCode.execute(trialId, trial.phone, code, tryKey);
    if (checked.outcome !== 'right') throw refusalOf(checked);
    return this.trials.change(trialId, async (change) => {
      // The phone was changed while the code of the old one was checked.
      if (change.entity.phone !== trial.phone) throw refusalOf({ outcome: 'expired' });
      return addBrowser(change, 'code');
    });
  }
}

async function addBrowser(change: TrialChange, by: 'link' | 'code'): Promise<string> {
  const browserKey = newBrowserKey();
  change.entity.browserKeys = withKey(change.entity.browserKeys, browserKey);
  await change.note('browser proven', { by });
  return browserKey;
}
