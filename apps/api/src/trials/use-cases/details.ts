import {
  birthdateProblem,
  DEFAULT_TIER,
  ERRORS,
  FIELD_MESSAGES,
  sourceOf,
  type TrialSignupBody,
  type UpdateDetailsBody,
} from '@lampstand/contracts';
import { handlingOf } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { ArrayContains, type EntityManager, Repository } from 'typeorm';
import { Accounts } from '../../accounts/index.ts';
import { Clock, Today } from '../../platform/clock/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { fingerprintOf, keyReused } from '../../platform/idempotency-key.ts';
import { newRandomId } from '../../platform/random-id.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import { DuplicateRow, Workflow } from '../../workflow/index.ts';
import { hashOf, newBrowserKey, requireKnown, withKey } from '../browser-key.ts';
import { keepPrevious } from '../trial-correction.entity.ts';
import { TrialSignup } from '../trial-signup.entity.ts';
import { conflictFor, trialFlow, TrialSignups } from '../trial-signups.ts';
import { ClaimMailbox } from './claim-mailbox.ts';

/** Whether a phone has an account. Unfinished sign-ups do not count. */
@Injectable()
export class CheckUserExists {
  constructor(
    private readonly accounts: Accounts,
    private readonly limiter: Limiter,
  ) {}

  async execute(phone: string): Promise<{ userExists: boolean }> {
    await this.limiter.consume('lookupsOverall', 'all');
    return { userExists: await this.accounts.exists({ phone }) };
  }
}

interface CreateTrialSignupInput {
  body: TrialSignupBody;
  /** The cookie of the browser, if it has one. */
  browserKey: string | undefined;
  /** A repeat with the same body from the same browser returns the first sign-up. */
  repeat: RepeatKey | null;
}

/** Identifies a repeat. A form without scripts has no secret key, so its repeat must come from a browser that is known by its save. */
interface RepeatKey {
  key: string;
  fromKnown?: true;
}

/** A saved sign-up, and the new key that makes its browser known. */
interface Saved {
  id: number;
  browserKey: string;
}

/** Saves the details of step one. From here on the sign-up can be resumed on any device. */
@Injectable()
export class CreateTrialSignup {
  constructor(
    private readonly accounts: Accounts,
    @InjectRepository(TrialSignup) private readonly signups: Repository<TrialSignup>,
    private readonly trials: TrialSignups,
    private readonly workflow: Workflow,
    private readonly claimMailbox: ClaimMailbox,
    private readonly clock: Clock,
    private readonly today: Today,
  ) {}

  /** Throws a 409 for a person with an account, and a 422 for a key that came with another body before. */
  async execute(input: CreateTrialSignupInput): Promise<Saved> {
    const problem = birthdateProblem(input.body.birthdate, this.today.day);
    if (problem) throw new AppError('invalid', problem, { fields: { birthdate: problem } });
    const repeated = await this.repeated(input);
    if (repeated) return repeated;
    if (await this.accounts.exists(input.body)) {
      await this.claimMailbox.notifyOwner(input.body.email);
      throw new AppError('conflict', ERRORS.emailTaken, {
        userExists: true,
        fields: await this.takenFields(input.body),
      });
    }
    return this.save(input);
  }

  private async takenFields({ phone, email }: TrialSignupBody): Promise<Record<string, string>> {
    return {
      ...((await this.accounts.exists({ email })) && { email: FIELD_MESSAGES.emailTaken }),
      ...((await this.accounts.exists({ phone })) && { phone: FIELD_MESSAGES.phoneTaken }),
    };
  }

  /** Of parallel repeats the unique key lets one save. */
  private async save(input: CreateTrialSignupInput): Promise<Saved> {
    const browserKey = newBrowserKey();
    try {
      const { id } = await this.workflow.create(trialFlow, this.signupOf(input, browserKey), 'signup.saved');
      return { id, browserKey };
    } catch (error) {
      const repeated = error instanceof DuplicateRow && (await this.repeated(input));
      if (repeated) return repeated;
      throw error;
    }
  }

  /**
   * The first sign-up of the key: its browser sent the same cookie, or none, or has become known by the first answer. That answer
   * may be lost, so a repeat makes its browser known, too.
   */
  private async repeated({ body, browserKey: cookie, repeat }: CreateTrialSignupInput): Promise<Saved | undefined> {
    if (!repeat) return undefined;
    const idempotencyKey = hashOf(repeat.key);
    const known = cookie && { idempotencyKey, browserKeys: ArrayContains([hashOf(cookie)]) };
    const same = !repeat.fromKnown && { idempotencyKey, idempotencyBrowser: hashOf(cookie ?? '') };
    const where = [known, same].filter((each) => typeof each === 'object');
    const first = where.length ? await this.signups.findOneBy(where) : null;
    if (!first) return undefined;
    if (first.idempotencyBody !== fingerprintOf(body)) throw keyReused();
    const browserKey = newBrowserKey();
    await this.trials.change(first.id, async ({ entity }) => {
      entity.browserKeys = withKey(entity.browserKeys, browserKey);
    });
    return { id: first.id, browserKey };
  }

  private signupOf({ body, browserKey, repeat }: CreateTrialSignupInput, newKey: string): TrialSignup {
    const now = this.clock.now();
    return Object.assign(new TrialSignup(), {
      ...body,
      id: newRandomId(),
      createdAt: now,
      lastSeenAt: now,
      ...(repeat && {
        idempotencyKey: hashOf(repeat.key),
        idempotencyBrowser: hashOf(repeat.fromKnown ? newKey : (browserKey ?? '')),
        idempotencyBody: fingerprintOf(body),
      }),
      browserKeys: [hashOf(newKey)],
      heardFrom: sourceOf(body.howHeardAbout),
      selectedPlan: body.selectedPlan ?? DEFAULT_TIER,
    });
  }
}

/** Corrects the names of an unfinished sign-up, in a known browser. The journal names the fields, not their values. */
@Injectable()
export class UpdateDetails {
  constructor(private readonly trials: TrialSignups) {}

  async execute({ trialId, ...details }: UpdateDetailsBody, browserKey?: string): Promise<{ success: true }> {
    const { trial } = await this.trials.requireFor('update-details', trialId);
    requireKnown(trial, browserKey);
    await this.trials.change(trialId, async (change) => {
      const { entity: subject } = change;
      if (handlingOf('update-details', subject.state) !== 'accept') throw conflictFor(subject, 'update-details');
      const names = Object.keys(details) as (keyof typeof details)[];
      const changed = names.filter((name) => subject[name] !== details[name]);
      await keepPrevious(change, changed);
      Object.assign(subject, details);
      if (changed.length) await change.note('details corrected', { fields: changed.join(', ') });
    });
    return { success: true };
  }
}

/** Corrects the email of an unfinished sign-up; the chart mails the resume link to the new address. */
@Injectable()
export class UpdateEmail {
  constructor(
    private readonly accounts: Accounts,
    private readonly trials: TrialSignups,
    private readonly claimMailbox: ClaimMailbox,
    private readonly limiter: Limiter,
  ) {}

  async execute(trialId: number, email: string, browserKey?: string): Promise<{ success: true }> {
    const { trial } = await this.trials.requireFor('update-email', trialId);
    requireKnown(trial, browserKey);
    if (trial.email === email) return { success: true };
    await this.limiter.consume('linksPerAddress');
    await this.limiter.consume('emailsPerTrial', String(trialId));
    if (!(await this.correct(trialId, email))) await this.limiter.refund('emailsPerTrial', String(trialId));
    return { success: true };
  }

  /** The correction itself, for visitors and support. False when the sign-up already has this email; `check` runs under the lock. */
  async correct(trialId: number, email: string, check?: (tx: EntityManager) => Promise<void>): Promise<boolean> {
    const outcome = await this.trials.change(trialId, async (change) => {
      const { entity: subject, tx } = change;
      if (subject.email === email) return 'same';
      await check?.(tx);
      if (!change.can('email.corrected')) throw conflictFor(subject, 'update-email');
      if (await this.accounts.exists({ email }, tx)) return 'taken';
      if ((await this.accounts.correctReservedEmail(tx, trialId, email)) === 'taken') throw emailTaken();
      await keepPrevious(change, ['email']);
      subject.email = email;
      subject.emailProvenAt = null;
      await change.recordTransition('email.corrected');
      return 'corrected';
    });
    if (outcome === 'taken') {
      await this.claimMailbox.notifyOwner(email);
      throw emailTaken();
    }
    return outcome === 'corrected';
  }
}

const emailTaken = () =>
  new AppError('conflict', ERRORS.emailTaken, { userExists: true, fields: { email: FIELD_MESSAGES.emailTaken } });
