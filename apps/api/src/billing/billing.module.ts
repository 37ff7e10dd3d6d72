import { Module } from '@nestjs/common';
import { Settings } from '../platform/config/index.ts';
import { WorkflowModule } from '../workflow/index.ts';
import { StripePaymentGateway } from './adapters/stripe-payment-gateway.ts';
import { Announcements } from './effects/announcements.ts';
import { PaymentMails } from './effects/payment-mails.ts';
import { SubscriptionEffects } from './effects/subscription-effects.ts';
import { SubscriptionMails } from './effects/subscription-mails.ts';
import { PlanController } from './plan.controller.ts';
import { PlanLinks } from './plan-links.ts';
import { PaymentGateway } from './ports/payment-gateway.ts';
import { SubscriptionSweeps } from './sweeps/subscription-sweeps.ts';
import { ServiceTokenGuard } from '../platform/http/service-token.guard.ts';
import { ActivityController } from './usage/activity.controller.ts';
import { CloseMonths } from './usage/close-months.ts';
import { CountActivity } from './usage/count-activity.ts';
import { Upgrades } from './usage/upgrades.ts';
import { AskPlanLink } from './use-cases/ask-plan-link.ts';
import { BeginSubscription } from './use-cases/begin-subscription.ts';
import { ManagePlan } from './use-cases/manage-plan.ts';
import { MirrorSubscription } from './use-cases/mirror-subscription.ts';
import { ProvisionPrices } from './use-cases/provision-prices.ts';
import { RepairSubscription } from './use-cases/repair-subscription.ts';
import { TakeEvent } from './use-cases/take-event.ts';
import { WebhookController } from './webhook.controller.ts';

const gateway = {
  provide: PaymentGateway,
  useFactory: (settings: Settings) => new StripePaymentGateway(settings),
  inject: [Settings],
};

const effects = [Announcements, PaymentMails, SubscriptionEffects, SubscriptionMails, SubscriptionSweeps];
const usage = [CloseMonths, CountActivity, ServiceTokenGuard, Upgrades];
const useCases = [
  AskPlanLink,
  BeginSubscription,
  ManagePlan,
  MirrorSubscription,
  ProvisionPrices,
  RepairSubscription,
  TakeEvent,
];

@Module({
  imports: [WorkflowModule],
  controllers: [ActivityController, PlanController, WebhookController],
  providers: [gateway, PlanLinks, ...useCases, ...usage, ...effects],
  exports: [Announcements, BeginSubscription, MirrorSubscription, PaymentGateway, ProvisionPrices, RepairSubscription],
})
export class BillingModule {}
