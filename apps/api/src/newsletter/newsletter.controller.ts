import { newsletterBody } from '@lampstand/contracts';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { bodyOf } from '../platform/http/body-of.ts';
import { RateLimit } from '../platform/http/rate-limit.ts';
import { Subscribe } from './subscriptions.ts';

class SubscribeBody extends bodyOf(newsletterBody) {}

/** The newsletter form. */
@ApiTags('Newsletter')
@Controller()
export class NewsletterController {
  constructor(private readonly subscribe: Subscribe) {}

  @Post('api/newsletter-subscriptions')
  @HttpCode(202)
  @RateLimit('newsletterPerAddress')
  @ApiOperation({ summary: 'Mails a link that confirms: 202 {success}, the same for every address' })
  async ask(@Body() { email }: SubscribeBody): Promise<{ success: true }> {
    await this.subscribe.execute(email);
    return { success: true };
  }
}
