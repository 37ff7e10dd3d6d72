import { proveBrowserBody, resendVerificationBody, verifyCodeBody, verifyPhoneBody } from '@lampstand/contracts';
import { Body, Controller, Headers, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bodyOf } from '../platform/http/body-of.ts';
import { idempotencyKeyOf } from '../platform/idempotency-key.ts';
import { RateLimit } from '../platform/http/rate-limit.ts';
import { browserKeyOf, setBrowserCookie } from './browser-key.ts';
import { SendTrialCode, VerifyCode } from './use-cases/phone.ts';
import { ProveBrowser } from './use-cases/prove-browser.ts';

class VerifyPhoneBody extends bodyOf(verifyPhoneBody) {}
class ResendCodeBody extends bodyOf(resendVerificationBody) {}
class SendBrowserCodeBody extends bodyOf(resendVerificationBody) {}
class VerifyCodeBody extends bodyOf(verifyCodeBody) {}
class ProveBrowserBody extends bodyOf(proveBrowserBody) {}

/** Step two: verifying the phone. */
@ApiTags('Phone verification')
@Controller('api')
export class PhoneController {
  constructor(
    private readonly sendTrialCode: SendTrialCode,
    private readonly verify: VerifyCode,
    private readonly prove: ProveBrowser,
  ) {}

  @Post('verify-phone')
  @HttpCode(200)
  @RateLimit('callsPerAddress')
  @ApiOperation({
    summary:
      'Sends a code unless one is valid; another phone replaces the old one: 200 {success, sent, sentAt, resendAt, expiresAt, sends, lockedUntil?}; 409 with reason prove for another phone from a browser that is not known; 429 {busy, challenge?} when too many are asked for',
  })
  verifyPhone(@Body() { trialId, phone, work }: VerifyPhoneBody, @Req() request: FastifyRequest) {
    return this.sendTrialCode.toPhone(trialId, phone, { browserKey: browserKeyOf(request), work });
  }

  @Post('resend-verification')
  @HttpCode(200)
  @RateLimit('callsPerAddress')
  @ApiOperation({
    summary:
      'Sends the code again once the cooldown is over, by text or call: 200 {success, sent, sentAt, resendAt, expiresAt, sends}',
  })
  resend(@Body() { trialId, channel, work }: ResendCodeBody) {
    return this.sendTrialCode.again(trialId, channel, work);
  }

  @Post('verify-code')
  @HttpCode(200)
  @RateLimit('checksPerAddress', 'callsPerAddress')
  @ApiOperation({
    summary:
      'Verifies the phone: 200 {success, userExists?}; 400 {reason, triesLeft, retryAt?}; 429 {reason, retryAt}. The same Idempotency-Key is the same try',
  })
  async verifyCode(
    @Body() { trialId, code }: VerifyCodeBody,
    @Headers('idempotency-key') key: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { browserKey, ...confirmed } = await this.verify.execute(trialId, code, idempotencyKeyOf(key));
    if (browserKey) setBrowserCookie(request, reply, browserKey);
    return confirmed;
  }

  @Post('send-browser-code')
  @HttpCode(200)
  @RateLimit('callsPerAddress')
  @ApiOperation({
    summary:
      'Sends a code to the proven phone, for prove-browser: 200 {success, sent, sentAt, resendAt, expiresAt, sends}',
  })
  sendBrowserCode(@Body() { trialId, channel }: SendBrowserCodeBody) {
    return this.sendTrialCode.toProvenPhone(trialId, channel);
  }

  @Post('prove-browser')
  @HttpCode(200)
  @RateLimit('checksPerAddress', 'callsPerAddress')
  @ApiOperation({
    summary:
      'Makes this browser known, by the proof of a mailed link or by the code that was sent to the proven phone: 200 {success}; 400 and 429 as verify-code; 409 with reason prove for a link that no longer works',
  })
  async proveBrowser(
    @Body() { trialId, proof, code = '' }: ProveBrowserBody,
    @Headers('idempotency-key') key: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const browserKey =
      proof === undefined
        ? await this.prove.byCode(trialId, code, idempotencyKeyOf(key))
        : await this.prove.byLink(trialId, proof, browserKeyOf(request));
    if (browserKey) setBrowserCookie(request, reply, browserKey);
    return { success: true };
  }
}
