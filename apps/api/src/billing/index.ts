export { BillingModule } from './billing.module.ts';
export { Subscription } from './domain/subscription.entity.ts';
export {
  type CardSetup,
  PaymentFailed,
  PaymentGateway,
  PaymentRefused,
  type SavedCard,
  type TrialSubscription,
} from './ports/payment-gateway.ts';
export { ProvisionPrices } from './use-cases/provision-prices.ts';
export { CARD_NEWS } from './use-cases/take-event.ts';
