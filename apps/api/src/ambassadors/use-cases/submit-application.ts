import type { ApplicationBody } from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, Today } from '../../platform/clock/clock.ts';
import { isUniqueViolation } from '../../platform/database/queries.ts';
import { repeatKeyOf } from '../../platform/http/request-body.ts';
import { newRandomId } from '../../platform/random-id.ts';
import { Limiter } from '../../platform/limits/limiter.ts';
import { Workflow } from '../../workflow/index.ts';
import { ambassadorFlow } from '../ambassador-flow.ts';
import { AmbassadorApplication } from '../domain/ambassador-application.entity.ts';

export interface SubmitApplicationInput {
  body: ApplicationBody;
  address: string;
  key: string | undefined;
}

/** Stores an application; the chart has it confirmed by mail. A repeat is answered with the first one. */
@Injectable()
export class SubmitApplication {
  constructor(
    private readonly dataSource: DataSource,
    private readonly workflow: Workflow,
    private readonly limiter: Limiter,
    private readonly clock: Clock,
    private readonly today: Today,
  ) {}

  async execute({ body, address, key }: SubmitApplicationInput): Promise<{ id: number }> {
    await this.limiter.consume('applicationsPerAddress', address);
    const repeatKey = repeatKeyOf(key, body, this.today.day);
    const application = Object.assign(new AmbassadorApplication(), {
      ...body,
      id: newRandomId(),
      submittedAt: this.clock.now(),
      repeatKey,
    });
    try {
      return await this.workflow.create(ambassadorFlow, application, 'application.submitted');
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      const { id } = await this.dataSource.getRepository(AmbassadorApplication).findOneByOrFail({ repeatKey });
      return { id };
    }
  }
}
