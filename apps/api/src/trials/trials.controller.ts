import {
  checkUserExistsBody,
  ERRORS,
  trialIdBody,
  trialSignupBody,
  updateDetailsBody,
  updateEmailBody,
} from '@lampstand/contracts';
import { Body, Controller, Get, Header, Headers, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bodyOf } from '../platform/http/body-of.ts';
import { ParseId } from '../platform/http/parse-id.ts';
import { idempotencyKeyOf } from '../platform/idempotency-key.ts';
import { RateLimit } from '../platform/http/rate-limit.ts';
import { browserKeyOf, clearHintCookie, setBrowserCookie } from './browser-key.ts';
import { Calendar } from './use-cases/calendar.ts';
import { CurrentSignup } from './use-cases/current-signup.ts';
import { CheckUserExists, CreateTrialSignup, UpdateDetails, UpdateEmail } from './use-cases/details.ts';
import { LoadTrial, RequestResumeLink } from './use-cases/resume.ts';

const TRIAL_ID = new ParseId(ERRORS.trialNotFound);

class CheckUserExistsBody extends bodyOf(checkUserExistsBody) {}
class StartTrialBody extends bodyOf(trialSignupBody) {}
class CorrectDetailsBody extends bodyOf(updateDetailsBody) {}
class CorrectEmailBody extends bodyOf(updateEmailBody) {}
class SendResumeLinkBody extends bodyOf(trialIdBody) {}

/** Step one, resuming, and what belongs to no step. */
@ApiTags('Trial sign-up')
@Controller('api')
export class TrialsController {
  constructor(
    private readonly checkUserExists: CheckUserExists,
    private readonly createTrialSignup: CreateTrialSignup,
    private readonly currentSignup: CurrentSignup,
    private readonly loadTrial: LoadTrial,
    private readonly updateDetails: UpdateDetails,
    private readonly updateEmail: UpdateEmail,
    private readonly requestResumeLink: RequestResumeLink,
    private readonly calendar: Calendar,
  ) {}

  @Post('check-user-exists')
  @HttpCode(200)
  @RateLimit('lookupsPerAddress')
  @ApiOperation({ summary: 'Whether a phone has an account: 200 {userExists}' })
  exists(@Body() { phone }: CheckUserExistsBody) {
    return this.checkUserExists.execute(phone);
  }

  @Post('trial-signup')
  @RateLimit('signupsPerAddress')
  @ApiOperation({
    summary:
      'Saves the details: 201 {success, id}; 409 {userExists}, of which the owner of the email is mailed, 422 for a used Idempotency-Key, 503 {databaseError}',
  })
  async start(
    @Body() body: StartTrialBody,
    @Headers('idempotency-key') key: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const given = idempotencyKeyOf(key);
    const repeat = given === null ? null : { key: given };
    const { id, browserKey } = await this.createTrialSignup.execute({
      body,
      browserKey: browserKeyOf(request),
      repeat,
    });
    setBrowserCookie(request, reply, browserKey);
    return { success: true, id };
  }

  @Get('trial-signup/current')
  @RateLimit('callsPerAddress')
  @Header('cross-origin-resource-policy', 'same-origin')
  @ApiOperation({
    summary: "This browser's unfinished sign-up, and whether it has an account: 200 {success, signup, member}",
  })
  async current(
    @Headers('sec-fetch-site') site: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const answer = await this.currentSignup.execute(browserKeyOf(request), site);
    if (!answer.signup && !answer.member) clearHintCookie(reply);
    return answer;
  }

  @Get('trial-signup/:id')
  @RateLimit('callsPerAddress')
  @ApiOperation({ summary: 'What a resuming browser needs: 200 {success, trialSignup}' })
  load(@Param('id', TRIAL_ID) trialId: number, @Req() request: FastifyRequest) {
    return this.loadTrial.execute(trialId, browserKeyOf(request));
  }

  @Get('trial-signup/:id/calendar.ics')
  @RateLimit('callsPerAddress')
  @ApiOperation({ summary: "The trial's end as a calendar file" })
  @Header('content-type', 'text/calendar; charset=utf-8')
  @Header('content-disposition', 'attachment; filename="trial-ends.ics"')
  ics(@Param('id', TRIAL_ID) trialId: number) {
    return this.calendar.execute(trialId);
  }

  @Post('update-details')
  @HttpCode(200)
  @RateLimit('callsPerAddress')
  @ApiOperation({
    summary:
      'Corrects the names of an unfinished sign-up: 200 {success}; 409 with reason prove from a browser that is not known',
  })
  details(@Body() body: CorrectDetailsBody, @Req() request: FastifyRequest) {
    return this.updateDetails.execute(body, browserKeyOf(request));
  }

  @Post('update-email')
  @HttpCode(200)
  @RateLimit('callsPerAddress')
  @ApiOperation({
    summary:
      'Corrects the email of an unfinished sign-up: 200 {success}; 409 {userExists}, of which the owner of the email is mailed, or reason prove',
  })
  email(@Body() { trialId, email }: CorrectEmailBody, @Req() request: FastifyRequest) {
    return this.updateEmail.execute(trialId, email, browserKeyOf(request));
  }

  @Post('send-resume-link')
  @HttpCode(200)
  @RateLimit('callsPerAddress')
  @ApiOperation({
    summary: 'Mails the link that resumes the sign-up: 200 {success, retryAt}; 429 when no mail will be sent',
  })
  resumeLink(@Body() { trialId }: SendResumeLinkBody, @Req() request: FastifyRequest) {
    return this.requestResumeLink.execute(trialId, browserKeyOf(request));
  }
}
