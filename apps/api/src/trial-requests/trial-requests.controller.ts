import { applicationBody, type SubmittedAnswer } from '@lampstand/contracts';
import { Body, Controller, Headers, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { bodyOf } from '../platform/http/body-of.ts';
import { RateLimit } from '../platform/http/rate-limit.ts';
import { RequestTrial } from './request-trial.ts';

class RequestTrialBody extends bodyOf(applicationBody) {}

/** The trial request form. */
@ApiTags('Trial request')
@Controller('api')
export class TrialRequestsController {
  constructor(private readonly requestTrial: RequestTrial) {}

  @Post('trial-request')
  @RateLimit('trialRequestsPerAddress')
  @ApiOperation({ summary: 'Stores the request, confirms it by mail and notifies the staff: 201 {success, id}' })
  async request(
    @Body() body: RequestTrialBody,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<SubmittedAnswer> {
    const { id } = await this.requestTrial.execute({ body, key });
    return { success: true, id };
  }
}
