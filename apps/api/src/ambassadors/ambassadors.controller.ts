import { applicationBody, type SubmittedAnswer } from '@lampstand/contracts';
import { Body, Controller, Headers, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { bodyOf } from '../platform/http/body-of.ts';
import { RateLimit } from '../platform/http/rate-limit.ts';
import { SubmitApplication } from './applications.ts';

class SubmitApplicationBody extends bodyOf(applicationBody) {}

@ApiTags('Ambassador application')
@Controller('api')
export class AmbassadorsController {
  constructor(private readonly submitApplication: SubmitApplication) {}

  @Post('ambassador-application')
  @RateLimit('applicationsPerAddress')
  @ApiOperation({ summary: 'Stores the application and confirms it by mail: 201 {success, id}' })
  async submit(
    @Body() body: SubmitApplicationBody,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<SubmittedAnswer> {
    const { id } = await this.submitApplication.execute({ body, key });
    return { success: true, id };
  }
}
