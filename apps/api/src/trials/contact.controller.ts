import { type CodeSentAnswer, confirmPhoneBody, linkTokenBody, phoneCodeBody } from '@lampstand/contracts';
import { Body, Controller, Headers, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { bodyOf } from '../platform/http/body-of.ts';
import { idempotencyKeyOf } from '../platform/idempotency-key.ts';
import { RateLimit } from '../platform/limits/rate-limit.guard.ts';
import { MemberContact } from './use-cases/member-contact.ts';

class ConfirmEmailBody extends bodyOf(linkTokenBody) {}
class SendPhoneCodeBody extends bodyOf(phoneCodeBody) {}
class ConfirmPhoneBody extends bodyOf(confirmPhoneBody) {}

/** A member confirms an email or a phone that support has corrected. Public endpoints; the mailed link is required. */
@ApiTags('Plan')
@Controller('api/plan')
export class ContactController {
  constructor(private readonly memberContact: MemberContact) {}

  @Post('email')
  @HttpCode(200)
  @RateLimit('callsPerAddress')
  @ApiOperation({
    summary: 'Confirms the new email: 200 {success}, also when repeated; 409 when it has an account, 410',
  })
  confirmEmail(@Body() { token }: ConfirmEmailBody): Promise<{ success: true }> {
    return this.memberContact.confirmEmail(token);
  }

  @Post('phone-code')
  @HttpCode(200)
  @RateLimit('callsPerAddress')
  @ApiOperation({ summary: 'Sends a code to the new phone: 200 {success, sent, resendAt, …}; 410, 429' })
  sendPhoneCode(@Body() { token, channel }: SendPhoneCodeBody): Promise<CodeSentAnswer> {
    return this.memberContact.sendPhoneCode(token, channel);
  }

  @Post('phone')
  @HttpCode(200)
  @RateLimit('checksPerAddress', 'callsPerAddress')
  @ApiOperation({ summary: 'Confirms the new phone: 200 {success}; 400 {reason, triesLeft}, 409, 410, 429' })
  confirmPhone(
    @Body() { token, code }: ConfirmPhoneBody,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<{ success: true }> {
    return this.memberContact.confirmPhone(token, code, idempotencyKeyOf(key));
  }
}
