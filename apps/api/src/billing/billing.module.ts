import { Module } from '@nestjs/common';
import { Settings } from '../platform/config/index.ts';
import { StripePaymentGateway } from './adapters/stripe-payment-gateway.ts';
import { PaymentGateway } from './ports/payment-gateway.ts';
import { ProvisionPrices } from './use-cases/provision-prices.ts';
import { TakeEvent } from './use-cases/take-event.ts';
import { WebhookController } from './webhook.controller.ts';

const gateway = {
  provide: PaymentGateway,
  useFactory: (settings: Settings) => new StripePaymentGateway(settings),
  inject: [Settings],
};

@Module({
  controllers: [WebhookController],
  providers: [gateway, ProvisionPrices, TakeEvent],
  exports: [PaymentGateway, ProvisionPrices],
})
export class BillingModule {}
