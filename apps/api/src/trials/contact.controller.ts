import {
  type CodeChannel,
  type CodeSentAnswer,
  confirmPhoneBody,
  linkTokenBody,
  phoneCodeBody,
} from '@lampstand/contracts';
import { Body, Controller, Headers, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ZodBody } from '../platform/http/route-decorators.ts';
import { idempotencyKeyOf } from '../platform/idempotency-key.ts';
import { RateLimit } from '../platform/limits/rate-limit.guard.ts';
import { MemberContact } from './use-cases/member-contact.ts';

interface Token {
  token: string;
}

/** A member confirms an email or a phone that support has corrected. Public endpoints; the mailed link is required. */
@ApiTags('Plan')
@Controller('api/plan')
export class ContactController {
  constructor(private readonly memberContact: MemberContact) {}

  @Post('email')
  @HttpCode(200)
  @RateLimit('callsPerAddress')
  @ZodBody(linkTokenBody, 'Confirms the new email: 200 {success}, also when repeated; 409 when it has an account, 410')
  confirmEmail(@Body({ schema: linkTokenBody }) { token }: Token): Promise<{ success: true }> {
    return this.memberContact.confirmEmail(token);
  }

  @Post('phone-code')
  @HttpCode(200)
  @RateLimit('callsPerAddress')
  @ZodBody(phoneCodeBody, 'Sends a code to the new phone: 200 {success, sent, resendAt, …}; 410, 429')
  sendPhoneCode(
    @Body({ schema: phoneCodeBody }) { token, channel }: Token & { channel?: CodeChannel },
  ): Promise<CodeSentAnswer> {
    return this.memberContact.sendPhoneCode(token, channel);
  }

  @Post('phone')
  @HttpCode(200)
  @RateLimit('checksPerAddress', 'callsPerAddress')
  @ZodBody(confirmPhoneBody, 'Confirms the new phone: 200 {success}; 400 {reason, triesLeft}, 409, 410, 429')
  confirmPhone(
    @Body({ schema: confirmPhoneBody }) { token, code }: Token & { code: string },
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<{ success: true }> {
    return this.memberContact.confirmPhone(token, code, idempotencyKeyOf(key));
  }
}
