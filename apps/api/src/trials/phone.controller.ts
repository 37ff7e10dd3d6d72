import { type CodeChannel, resendVerificationBody, verifyCodeBody, verifyPhoneBody } from '@lampstand/contracts';
import { Body, Controller, Headers, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ZodBody } from '../platform/http/route-decorators.ts';
import { idempotencyKeyOf } from '../platform/idempotency-key.ts';
import { RateLimit } from '../platform/limits/rate-limit.guard.ts';
import { browserKeyOf, newBrowserKey, setBrowserCookie } from './browser-key.ts';
import { SendTrialCode, VerifyCode } from './use-cases/phone.ts';

/** Step two: verifying the phone. */
@ApiTags('Phone verification')
@Controller('api')
export class PhoneController {
  constructor(
    private readonly sendTrialCode: SendTrialCode,
    private readonly verify: VerifyCode,
  ) {}

  @Post('verify-phone')
  @HttpCode(200)
  @RateLimit('callsPerAddress')
  @ZodBody(
    verifyPhoneBody,
    'Sends a code unless one is valid; another phone replaces the old one: 200 {success, sent, sentAt, resendAt, expiresAt, sends, lockedUntil?}',
  )
  verifyPhone(@Body({ schema: verifyPhoneBody }) { trialId, phone }: { trialId: number; phone: string }) {
    return this.sendTrialCode.toPhone(trialId, phone);
  }

  @Post('resend-verification')
  @HttpCode(200)
  @RateLimit('callsPerAddress')
  @ZodBody(
    resendVerificationBody,
    'Sends the code again once the cooldown is over, by text or call: 200 {success, sent, sentAt, resendAt, expiresAt, sends}',
  )
  resend(@Body({ schema: resendVerificationBody }) { trialId, channel }: { trialId: number; channel?: CodeChannel }) {
    return this.sendTrialCode.again(trialId, channel);
  }

  @Post('verify-code')
  @HttpCode(200)
  @RateLimit('checksPerAddress', 'callsPerAddress')
  @ZodBody(
    verifyCodeBody,
    'Verifies the phone: 200 {success, userExists?}; 400 {reason, triesLeft, retryAt?}; 429 {reason, retryAt}. The same Idempotency-Key is the same try',
  )
  async verifyCode(
    @Body({ schema: verifyCodeBody }) { trialId, code }: { trialId: number; code: string },
    @Headers('idempotency-key') key: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const browserKey = browserKeyOf(request) ?? newBrowserKey();
    const confirmed = await this.verify.execute(trialId, code, browserKey, idempotencyKeyOf(key));
    setBrowserCookie(request, reply, browserKey);
    return confirmed;
  }
}
