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
import { Repository } from 'typeorm';
import { Accounts } from '../../accounts/index.ts';
import { Clock, Today } from '../../platform/clock/clock.ts';
import { isUniqueViolation } from '../../platform/database/queries.ts';
import { AppError } from '../../platform/errors.ts';
import { newRandomId } from '../../platform/random-id.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import { Workflow } from '../../workflow/index.ts';
import { hashOf } from '../browser-key.ts';
import { keepPrevious } from '../trial-correction.entity.ts';
import { TrialSignup } from '../trial-signup.entity.ts';
import { conflictFor, trialFlow, TrialSignups } from '../trial-signups.ts';

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
  browserKey: string;
  /** A known key returns the first sign-up. */
  idempotencyKey: string | null;
}

/** Saves the details of step one. From here on the sign-up can be resumed on any device. */
@Injectable()
export class CreateTrialSignup {
  constructor(
    private readonly accounts: Accounts,
    @InjectRepository(TrialSignup) private readonly signups: Repository<TrialSignup>,
    private readonly workflow: Workflow,
    private readonly clock: Clock,
    private readonly today: Today,
  ) {}

  async execute(input: CreateTrialSignupInput): Promise<{ id: number }> {
    const problem = birthdateProblem(input.body.birthdate, this.today.day);
    if (problem) throw new AppError('invalid', problem, { fields: { birthdate: problem } });
    if (await this.accounts.exists(input.body)) {
      const known = await this.findRepeated(input);
      if (known) return known;
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

  /** The unique key detects repeats, so that other requests need no look-up. */
  private async save(input: CreateTrialSignupInput): Promise<{ id: number }> {
    try {
      const { id } = await this.workflow.create(trialFlow, this.signupOf(input), 'signup.saved');
      return { id };
    } catch (error) {
      const repeated = isUniqueViolation(error) && (await this.findRepeated(input));
      if (repeated) return repeated;
      throw error;
    }
  }

  private async findRepeated({ idempotencyKey }: CreateTrialSignupInput): Promise<{ id: number } | undefined> {
    if (!idempotencyKey) return undefined;
    const trial = await this.signups.findOne({ select: { id: true }, where: { idempotencyKey } });
    return trial ? { id: trial.id } : undefined;
  }

  private signupOf({ body, browserKey, idempotencyKey }: CreateTrialSignupInput): TrialSignup {
    const now = this.clock.now();
    return Object.assign(new TrialSignup(), {
      ...body,
      id: newRandomId(),
      createdAt: now,
      lastSeenAt: now,
      idempotencyKey,
      browserKeys: [hashOf(browserKey)],
      heardFrom: sourceOf(body.howHeardAbout),
      selectedPlan: body.selectedPlan ?? DEFAULT_TIER,
    });
  }
}

/** Corrects the names of an unfinished sign-up. The journal names the fields, not their values. */
@Injectable()
export class UpdateDetails {
  constructor(private readonly trials: TrialSignups) {}

  async execute({ trialId, ...details }: UpdateDetailsBody): Promise<{ success: true }> {
    await this.trials.requireFor('update-details', trialId);
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
    private readonly limiter: Limiter,
  ) {}

  async execute(trialId: number, email: string): Promise<{ success: true }> {
    const { trial } = await this.trials.requireFor('update-email', trialId);
    if (trial.email === email) return { success: true };
    await this.limiter.consume('linksPerAddress');
    await this.limiter.consume('emailsPerTrial', String(trialId));
    if (!(await this.correct(trialId, email))) await this.limiter.refund('emailsPerTrial', String(trialId));
    return { success: true };
  }

  /** The correction itself, for visitors and support. False when the sign-up already has this email. */
  correct(trialId: number, email: string): Promise<boolean> {
    return this.trials.change(trialId, async (change) => {
      const { entity: subject, tx } = change;
      if (subject.email === email) return false;
      if (!change.can('email.corrected')) throw conflictFor(subject, 'update-email');
      if (await this.accounts.exists({ email }, tx)) throw emailTaken();
      if ((await this.accounts.correctReservedEmail(tx, trialId, email)) === 'taken') throw emailTaken();
      await keepPrevious(change, ['email']);
      subject.email = email;
      await change.recordTransition('email.corrected');
      return true;
    });
  }
}

const emailTaken = () =>
  new AppError('conflict', ERRORS.emailTaken, { userExists: true, fields: { email: FIELD_MESSAGES.emailTaken } });
