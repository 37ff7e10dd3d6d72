import { Controller, Headers, HttpCode, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { RawBodyRequest } from '../platform/http/request-body.ts';
import { SignedBody } from '../platform/http/route-decorators.ts';
import { currentRequest, enterContext } from '../platform/request-context.ts';
import { HandleStripeWebhook } from './use-cases/handle-stripe-webhook.ts';

/** Stripe's webhook. Public endpoint; signature required. */
@ApiExcludeController()
@Controller('api/stripe/webhook')
export class WebhookController {
  constructor(private readonly handleStripeWebhook: HandleStripeWebhook) {}

  @Post()
  @HttpCode(200)
  @SignedBody()
  async take(@Req() request: RawBodyRequest, @Headers('stripe-signature') signature = ''): Promise<{ received: true }> {
    enterContext({ ...currentRequest(), actor: 'webhook' });
    await this.handleStripeWebhook.execute(request.rawBody ?? Buffer.alloc(0), signature);
    return { received: true };
  }
}
