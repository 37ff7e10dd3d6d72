export { BillingModule } from './billing.module.ts';
export type { Consent } from './billing.entities.ts';
export { Consents } from './consents.ts';
export { OutboundWebhooks } from './effects/outbound-webhooks.ts';
export {
  type CardSetup,
  PaymentFailed,
  PaymentGateway,
  PaymentRefused,
  type SavedCard,
  type TrialSubscription,
} from './payment-gateway.ts';
export { CreateSubscription } from './subscription-flow.ts';
export { PlanLinks } from './use-cases/plan-links.ts';
export { SubscriptionSummaries } from './use-cases/subscription-summaries.ts';
export { SyncSubscription } from './use-cases/sync-subscription.ts';
export { ProvisionPrices } from './use-cases/provision-prices.ts';
export { RetryInvoice } from './use-cases/retry-invoice.ts';
export { SubscriptionSupportActions } from './use-cases/support-actions.ts';
export { WebhookLag } from './use-cases/webhook-lag.ts';
export { subscriptionFlow } from './subscription-flow.ts';
