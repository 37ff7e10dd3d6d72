import { birthdateProblem, DEFAULT_TIER, ERRORS, type TrialSignupBody } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { accountExists } from '../../accounts/index.ts';
import { Clock, Today } from '../../platform/clock/clock.ts';
import { isUniqueViolation } from '../../platform/database/queries.ts';
import { AppError } from '../../platform/http/errors.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import { Workflow } from '../../workflow/index.ts';
import { hashOf } from '../domain/browser-key.ts';
import { trialFlow } from '../trial-flow.ts';
import { newRandomId } from '../../platform/random-id.ts';
import { TrialSignup } from '../domain/trial-signup.entity.ts';

export interface StartTrialInput {
  body: TrialSignupBody;
  address: string;
  browserKey: string;
  /** A repeated key answers with the first sign-up. */
  idempotencyKey: string | null;
}

/** Saves the details of step one. From here on the sign-up can be resumed on any device. */
@Injectable()
export class StartTrial {
  constructor(
    private readonly dataSource: DataSource,
    private readonly workflow: Workflow,
    private readonly limiter: Limiter,
    private readonly clock: Clock,
    private readonly today: Today,
  ) {}

  async execute(input: StartTrialInput): Promise<{ id: number }> {
    const problem = birthdateProblem(input.body.birthdate, this.today.day);
    if (problem) throw new AppError(400, problem, { fields: { birthdate: problem } });
    await this.limiter.consume('signupsPerAddress', input.address);
    if (await accountExists(this.dataSource.manager, input.body)) {
      const known = await this.findRepeated(input);
      if (known) return known;
      throw new AppError(409, ERRORS.emailTaken, { userExists: true });
    }
    return this.save(input);
  }

  /** The database itself knows a repeated key, so that nobody else pays for the look-up. */
  private async save(input: StartTrialInput): Promise<{ id: number }> {
    try {
      const { id } = await this.workflow.create(trialFlow, this.signupOf(input), 'signup.saved');
      return { id };
    } catch (error) {
      const repeated = isUniqueViolation(error) && (await this.findRepeated(input));
      if (repeated) return repeated;
      throw error;
    }
  }

  private async findRepeated({ idempotencyKey }: StartTrialInput): Promise<{ id: number } | undefined> {
    if (!idempotencyKey) return undefined;
    const trial = await this.dataSource
      .getRepository(TrialSignup)
      .findOne({ select: { id: true }, where: { idempotencyKey } });
    return trial ? { id: trial.id } : undefined;
  }

  private signupOf({ body, browserKey, idempotencyKey }: StartTrialInput): TrialSignup {
    const now = this.clock.now();
    return Object.assign(new TrialSignup(), {
      ...body,
      id: newRandomId(),
      createdAt: now,
      lastSeenAt: now,
      idempotencyKey,
      browserKeys: [hashOf(browserKey)],
      selectedPlan: DEFAULT_TIER,
    });
  }
}
