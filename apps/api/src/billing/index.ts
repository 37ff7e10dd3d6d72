export { BillingModule } from './billing.module.ts';
export { Announcements } from './effects/announcements.ts';
export { Subscription } from './domain/subscription.entity.ts';
export {
  type CardSetup,
  PaymentFailed,
  PaymentGateway,
  PaymentRefused,
  type SavedCard,
  type TrialSubscription,
} from './ports/payment-gateway.ts';
export { BeginSubscription } from './use-cases/begin-subscription.ts';
export { MirrorSubscription } from './use-cases/mirror-subscription.ts';
export { ProvisionPrices } from './use-cases/provision-prices.ts';
export { RepairSubscription } from './use-cases/repair-subscription.ts';
export { CARD_NEWS } from './domain/event-types.ts';
export { subscriptionFlow } from './subscription-flow.ts';
