import { applicationBody, type ApplicationBody, newsletterBody, NEWSLETTER_MESSAGES } from '@lampstand/contracts';
import { Body, Controller, HttpCode, Post, Redirect, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { SubmitApplication } from '../ambassadors/index.ts';
import { Subscribe } from '../newsletter/index.ts';
import { FormBody } from '../platform/http/route-decorators.ts';
import { RateLimit } from '../platform/limits/rate-limit.guard.ts';
import { RequestTrial } from '../trial-requests/index.ts';
import { FormPages } from './form-pages.ts';
import { PlainFormFilter } from './plain-form.filter.ts';

/**
 * The applications and the newsletter's form as posted by a browser without scripts. The same values on one day are one
 * application.
 */
@ApiExcludeController()
@Controller()
@UseFilters(PlainFormFilter)
export class ContactFormsController {
  constructor(
    private readonly submitApplication: SubmitApplication,
    private readonly requestTrial: RequestTrial,
    private readonly subscribe: Subscribe,
    private readonly pages: FormPages,
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

  @Post('newsletter')
  @FormBody()
  @RateLimit('newsletterPerAddress')
  async subscribeReader(@Body({ schema: newsletterBody }) { email }: { email: string }, @Res() reply: FastifyReply) {
    await this.subscribe.execute(email);
    await this.pages.send(reply, 200, '/newsletter', { done: `${NEWSLETTER_MESSAGES.checkInbox}.` });
  }
}
