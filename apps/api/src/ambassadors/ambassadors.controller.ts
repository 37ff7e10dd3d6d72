import { applicationBody, type ApplicationBody, type SubmittedAnswer } from '@lampstand/contracts';
import { Body, Controller, Headers, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ZodBody } from '../platform/http/route-decorators.ts';
import { RateLimit } from '../platform/limits/rate-limit.guard.ts';
import { SubmitApplication } from './applications.ts';

@ApiTags('Ambassador application')
@Controller('api')
export class AmbassadorsController {
  constructor(private readonly submitApplication: SubmitApplication) {}

  @Post('ambassador-application')
  @RateLimit('applicationsPerAddress')
  @ZodBody(applicationBody, 'Stores the application and confirms it by mail: 201 {success, id}')
  async submit(
    @Body({ schema: applicationBody }) body: ApplicationBody,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<SubmittedAnswer> {
    const { id } = await this.submitApplication.execute({ body, key });
    return { success: true, id };
  }
}
