import { applicationBody, type ApplicationBody } from '@lampstand/contracts';
import { Body, Controller, HttpCode, Post, Redirect, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SubmitApplication } from '../ambassadors/index.ts';
import { FormBody } from '../platform/http/route-decorators.ts';
import { RateLimit } from '../platform/limits/rate-limit.guard.ts';
import { RequestTrial } from '../trial-requests/index.ts';
import { PlainFormFilter } from './plain-form.filter.ts';

/** The applications as posted by a browser without scripts. The same values on one day are one application. */
@ApiExcludeController()
@Controller()
@UseFilters(PlainFormFilter)
export class ApplicationFormsController {
  constructor(
    private readonly submitApplication: SubmitApplication,
    private readonly requestTrial: RequestTrial,
  ) {}

  @Post('ambassador-application')
  @HttpCode(303)
  @FormBody()
  @RateLimit('applicationsPerAddress')
  @Redirect('/ambassador-application/sent', 303)
  async apply(@Body({ schema: applicationBody }) body: ApplicationBody): Promise<void> {
    await this.submitApplication.execute({ body, key: undefined });
  }

  @Post('trial-request')
  @HttpCode(303)
  @FormBody()
  @RateLimit('trialRequestsPerAddress')
  @Redirect('/trial-request/sent', 303)
  async ask(@Body({ schema: applicationBody }) body: ApplicationBody): Promise<void> {
    await this.requestTrial.execute({ body, key: undefined });
  }
}
