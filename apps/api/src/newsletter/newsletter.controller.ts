import { linkTokenBody, newsletterBody, type SubscriptionConfirmedAnswer } from '@lampstand/contracts';
import { Body, Controller, Header, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { bodyOf } from '../platform/http/body-of.ts';
import { AnyBody } from '../platform/http/route-decorators.ts';
import { RateLimit } from '../platform/limits/rate-limit.guard.ts';
import { ConfirmSubscription, Subscribe, Unsubscribe } from './subscriptions.ts';

class SubscribeBody extends bodyOf(newsletterBody) {}
class ConfirmSubscriptionBody extends bodyOf(linkTokenBody) {}

/** The newsletter form, and the buttons of the pages its mails link to. */
@ApiTags('Newsletter')
@Controller()
export class NewsletterController {
  constructor(
    private readonly subscribe: Subscribe,
    private readonly confirmSubscription: ConfirmSubscription,
    private readonly unsubscribe: Unsubscribe,
  ) {}

  @Post('api/newsletter-subscriptions')
  @HttpCode(202)
  @RateLimit('newsletterPerAddress')
  @ApiOperation({ summary: 'Mails a link that confirms: 202 {success}, the same for every address' })
  async ask(@Body() { email }: SubscribeBody): Promise<{ success: true }> {
    await this.subscribe.execute(email);
    return { success: true };
  }

  @Post('api/newsletter-subscriptions/confirm')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Confirms a subscription: 200 {success, alreadyConfirmed?}; 410 when the link no longer works',
  })
  confirm(@Body() { token }: ConfirmSubscriptionBody): Promise<SubscriptionConfirmedAnswer> {
    return this.confirmSubscription.execute(token);
  }

  /** RFC 8058: mail programs post to the URL of the page, with any body. */
  @Post('newsletter/unsubscribe')
  @HttpCode(200)
  @AnyBody()
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'Unsubscribes with one click: 200 {success}, also when repeated; 410 for an invalid link' })
  @ApiQuery({ name: 'token', type: String })
  leave(@Query('token') token: unknown): Promise<{ success: true }> {
    return this.unsubscribe.execute(String(token));
  }
}
