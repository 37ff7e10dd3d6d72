export { BillingModule } from './billing.module.ts';
export type { Consent, Subscription } from './billing.entities.ts';
export { Agreements } from './agreements.ts';
export { Consents } from './consents.ts';
export { eraseBilling } from './erase-billing.ts';
export { PaymentMails } from './effects/payment-mails.ts';
export { OutboundWebhooks } from './effects/outbound-webhooks.ts';
export {
  type CardSetup,
  CustomerGone,
  PaymentFailed,
  PaymentGateway,
  PaymentRefused,
  PriceUnavailable,
  type SavedCard,
  type TrialSubscription,
} from './payment-gateway.ts';
export { CreateSubscription, type SubscriptionChange, subscriptionFlow } from './subscription-flow.ts';
export { CallProvider } from './use-cases/call-provider.ts';
export { ChargeOpenInvoices } from './use-cases/charge-open-invoices.ts';
export { PlanLinks } from './use-cases/plan-links.ts';
export { ReceiptsEmails } from './use-cases/receipts-emails.ts';
export { RefundPayment } from './use-cases/refund-payment.ts';
export { SubscriptionSummaries } from './use-cases/subscription-summaries.ts';
export { SyncSubscription } from './use-cases/sync-subscription.ts';
export { ProvisionPrices } from './use-cases/provision-prices.ts';
export { WebhookLag } from './use-cases/webhook-lag.ts';
