import { Controller, Headers, HttpCode, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { RawBodyRequest } from '../platform/http/request-body.ts';
import { SignedBody } from '../platform/http/route-decorators.ts';
import { enterContext, currentRequest } from '../platform/request-context.ts';
import { TakeEvent } from './use-cases/take-event.ts';

/** Where the payment provider reports. Anyone may knock; only a right signature is heard. */
@ApiExcludeController()
@Controller('api/stripe/webhook')
export class WebhookController {
  constructor(private readonly takeEvent: TakeEvent) {}

  @Post()
  @HttpCode(200)
  @SignedBody()
  async take(@Req() request: RawBodyRequest, @Headers('stripe-signature') signature = ''): Promise<{ received: true }> {
    enterContext({ ...currentRequest(), actor: 'webhook' });
    await this.takeEvent.execute(request.rawBody ?? Buffer.alloc(0), signature);
    return { received: true };
  }
}
