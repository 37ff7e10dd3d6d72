import { type CurrentSignupAnswer, ERRORS, greetingName } from '@lampstand/contracts';
import { statesTagged, STEPS, trialSignup } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { ArrayContains, In, IsNull, Repository } from 'typeorm';
import { AppError } from '../../platform/errors.ts';
import { hashOf } from '../browser-key.ts';
import { TrialSignup } from '../trial-signup.entity.ts';

/** The steps that the site numbers: all but success. */
const NUMBERED = STEPS.slice(0, -1);

/** The newest unfinished sign-up of a browser, so that every page can lead back to it, and whether it has an account. */
@Injectable()
export class CurrentSignup {
  constructor(@InjectRepository(TrialSignup) private readonly signups: Repository<TrialSignup>) {}

  /**
   * `site` is the request's Sec-Fetch-Site header. Throws a 403 for a request from a page of another site. A request
   * without the header does not come from a browser; the key alone authorizes it.
   */
  async execute(browserKey: string | undefined, site: string | undefined): Promise<CurrentSignupAnswer> {
    if (site && site !== 'same-origin' && site !== 'none') throw new AppError('forbidden', ERRORS.foreignOrigin);
    if (!browserKey) return { success: true, signup: null, member: false };
    const [trial, member] = await Promise.all([
      this.signups.findOne({
        where: { ...keptBy(browserKey), state: In(statesTagged(trialSignup, 'unfinished')), supersededBy: IsNull() },
        order: { createdAt: 'DESC' },
      }),
      this.signups.existsBy({ ...keptBy(browserKey), state: In(statesTagged(trialSignup, 'opened')) }),
    ]);
    if (!trial) return { success: true, signup: null, member };
    const { id: trialId, wire } = trial;
    const firstName = greetingName(trial);
    const number = NUMBERED.findIndex((step) => step === wire.step) + 1;
    return { success: true, signup: { trialId, firstName, step: wire.step, number, of: NUMBERED.length }, member };
  }
}

const keptBy = (browserKey: string) => ({ browserKeys: ArrayContains([hashOf(browserKey)]), erasedAt: IsNull() });
