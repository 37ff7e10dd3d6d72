import { applicationBody, type ApplicationBody, type SubmittedAnswer } from '@lampstand/contracts';
import { Body, Controller, Headers, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ZodBody } from '../platform/http/route-decorators.ts';
import { RateLimit } from '../platform/limits/rate-limit.guard.ts';
import { RequestTrial } from './request-trial.ts';

/** The trial request form. */
@ApiTags('Trial request')
@Controller('api')
export class TrialRequestsController {
  constructor(private readonly requestTrial: RequestTrial) {}

  @Post('trial-request')
  @RateLimit('trialRequestsPerAddress')
  @ZodBody(applicationBody, 'Stores the request, confirms it by mail and notifies the staff: 201 {success, id}')
  async request(
    @Body({ schema: applicationBody }) body: ApplicationBody,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<SubmittedAnswer> {
    const { id } = await this.requestTrial.execute({ body, key });
    return { success: true, id };
  }
}
