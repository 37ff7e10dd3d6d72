import { applicationBody, type ApplicationBody, type SubmittedAnswer } from '@lampstand/contracts';
import { Body, Controller, Headers, Ip, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ZodBody } from '../platform/http/route-decorators.ts';
import { SubmitApplication } from './applications.ts';

@ApiTags('Ambassador application')
@Controller('api')
export class AmbassadorsController {
  constructor(private readonly submitApplication: SubmitApplication) {}

  @Post('ambassador-application')
  @ZodBody(applicationBody, 'Stores the application and confirms it by mail: 201 {success, id}')
  async submit(
    @Body({ schema: applicationBody }) body: ApplicationBody,
    @Ip() address: string,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<SubmittedAnswer> {
    const { id } = await this.submitApplication.execute({ body, address, key });
    return { success: true, id };
  }
}
