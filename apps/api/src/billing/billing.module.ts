import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/index.ts';
import { Settings } from '../platform/config/index.ts';
import { VerificationModule } from '../verification/index.ts';
import { WorkflowModule } from '../workflow/index.ts';
import { StripePaymentGateway } from './adapters/stripe-payment-gateway.ts';
import {
  ActiveUser,
  ClosedMonth,
  Consent,
  Payment,
  Price,
  Product,
  StripeEvent,
  Subscription,
} from './billing.entities.ts';
import { Agreements } from './agreements.ts';
import { Consents } from './consents.ts';
import { ChangeMails } from './effects/change-mails.ts';
import { OutboundWebhooks } from './effects/outbound-webhooks.ts';
import { PaymentMails } from './effects/payment-mails.ts';
import { SubscriptionEffects } from './effects/subscription-effects.ts';
import { SubscriptionMails } from './effects/subscription-mails.ts';
import { SubscriptionSweeps } from './effects/subscription-sweeps.ts';
import { PaymentGateway } from './payment-gateway.ts';
import { PlanController } from './plan.controller.ts';
import { ReactivationController } from './reactivation.controller.ts';
import { CreateSubscription } from './subscription-flow.ts';
import { CountActivity } from './usage/active-users.ts';
import { ActivityController } from './usage/activity.controller.ts';
import { CloseMonths } from './usage/close-months.ts';
import { Upgrades } from './usage/upgrades.ts';
import { CallProvider } from './use-cases/call-provider.ts';
import { ChargeOpenInvoices } from './use-cases/charge-open-invoices.ts';
import { HandleStripeWebhook } from './use-cases/handle-stripe-webhook.ts';
import { ManagePlan } from './use-cases/manage-plan.ts';
import { PlanLinks, RequestPlanLink } from './use-cases/plan-links.ts';
import { ProvisionPrices } from './use-cases/provision-prices.ts';
import { ReactivatePlan } from './use-cases/reactivate-plan.ts';
import { ReceiptsEmails, ReceiptsLinks } from './use-cases/receipts-emails.ts';
import { RefundPayment } from './use-cases/refund-payment.ts';
import { SubscriptionSummaries } from './use-cases/subscription-summaries.ts';
import { SyncSubscription } from './use-cases/sync-subscription.ts';
import { WebhookLag } from './use-cases/webhook-lag.ts';
import { WebhookController } from './webhook.controller.ts';

const gateway = {
  provide: PaymentGateway,
  useFactory: (settings: Settings) => new StripePaymentGateway(settings),
  inject: [Settings],
};

const effects = [
  ChangeMails,
  OutboundWebhooks,
  PaymentMails,
  SubscriptionEffects,
  SubscriptionMails,
  SubscriptionSweeps,
];
const usage = [CloseMonths, CountActivity, Upgrades];
const useCases = [
  Agreements,
  CallProvider,
  ChargeOpenInvoices,
  Consents,
  CreateSubscription,
  HandleStripeWebhook,
  ManagePlan,
  ProvisionPrices,
  ReactivatePlan,
  ReceiptsEmails,
  RefundPayment,
  RequestPlanLink,
  SubscriptionSummaries,
  SyncSubscription,
  WebhookLag,
];

@Module({
  imports: [
    TypeOrmModule.forFeature([ActiveUser, ClosedMonth, Consent, Payment, Price, Product, StripeEvent, Subscription]),
    AccountsModule,
    VerificationModule,
    WorkflowModule,
  ],
  controllers: [ActivityController, PlanController, ReactivationController, WebhookController],
  providers: [gateway, PlanLinks, ReceiptsLinks, ...useCases, ...usage, ...effects],
  exports: [
    Agreements,
    CallProvider,
    ChargeOpenInvoices,
    Consents,
    CreateSubscription,
    OutboundWebhooks,
    PaymentGateway,
    PaymentMails,
    PlanLinks,
    ProvisionPrices,
    ReceiptsEmails,
    RefundPayment,
    SubscriptionSummaries,
    SyncSubscription,
    WebhookLag,
  ],
})
export class BillingModule {}
