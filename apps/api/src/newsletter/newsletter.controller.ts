import { linkTokenBody, newsletterBody, type SubscriptionConfirmedAnswer } from '@lampstand/contracts';
import { Body, Controller, Header, HttpCode, Ip, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { ZodBody, AnyBody } from '../platform/http/route-decorators.ts';
import { ConfirmSubscription } from './use-cases/confirm-subscription.ts';
import { Subscribe } from './use-cases/subscribe.ts';
import { Unsubscribe } from './use-cases/unsubscribe.ts';

/** The newsletter box, and the buttons of the pages its letters lead to. */
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
  @ZodBody(newsletterBody, 'Mails a link that confirms: 202 {success}, the same for every address')
  async ask(
    @Body({ schema: newsletterBody }) { email }: { email: string },
    @Ip() address: string,
  ): Promise<{ success: true }> {
    await this.subscribe.execute(email, address);
    return { success: true };
  }

  @Post('api/newsletter-subscriptions/confirm')
  @HttpCode(200)
  @ZodBody(
    linkTokenBody,
    'Confirms a subscription: 200 {success, alreadyConfirmed?}; 410 when the link no longer works',
  )
  confirm(@Body({ schema: linkTokenBody }) { token }: { token: string }): Promise<SubscriptionConfirmedAnswer> {
    return this.confirmSubscription.execute(token);
  }

  /** RFC 8058: the address of the page takes the mail program's POST, too, whatever its body. */
  @Post('newsletter/unsubscribe')
  @HttpCode(200)
  @AnyBody()
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'Unsubscribes with one click: 200 {success}, also again; 410 when the link is not ours' })
  @ApiQuery({ name: 'token', type: String })
  leave(@Query('token') token: unknown): Promise<{ success: true }> {
    return this.unsubscribe.execute(String(token));
  }
}
