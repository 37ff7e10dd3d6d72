import type { InvoiceLine, NextCharge, PaymentDispute, PaymentPause, StoredCard, TierId } from '@lampstand/contracts';
import type { RefundReason } from '@lampstand/contracts/back-office';
import type { HealthCheck } from '../platform/health/health-check.ts';

/** A stored card: its owner, and what may be shown of it. */
export interface SavedCard {
  setupIntentId: string;
  customerId: string;
  trialId: number;
  paymentMethodId: string;
  fingerprint: string | null;
  card: StoredCard;
  /** Only for a card of the provider's page: what that page offered. */
  offer?: CheckoutOffer;
}

/** The plan that the provider's page displays, and since when. */
export interface CheckoutOffer {
  plan: TierId;
  offeredAt: Date;
}

/**
 * The state of a setup intent. `saved` has the card; `open` can still be confirmed, with `awaitsBank` by the bank's own
 * check; `over` never will be.
 */
export type CardSetup =
  | { outcome: 'saved'; saved: SavedCard }
  | { outcome: 'open'; clientSecret: string; trialId: number; declinedWith?: string; awaitsBank: boolean }
  | { outcome: 'over' };

export interface CustomerDetails {
  trialId: number;
  email: string;
  name: string;
  phone: string;
  attempt: string;
}

export interface SubscribeInput {
  trialId: number;
  customerId: string;
  email: string;
  name: string;
  paymentMethodId: string;
  priceId: string;
  trialEndsAt: Date;
  attempt: string;
}

/** A subscription without a trial, charged at once. */
export type ReactivateInput = Pick<
  SubscribeInput,
  'trialId' | 'customerId' | 'paymentMethodId' | 'priceId' | 'attempt'
>;

export interface TrialSubscription {
  id: string;
  customerId: string;
  priceId: string;
  status: string;
  /** Of one that began without a trial, its start. */
  trialEndsAt: Date;
  /** What it costs each month, after discounts that last. */
  monthlyInCents: number;
}

/** An invoice at the provider. Amounts in cents; `paidAt` is set exactly when it is paid. */
export interface ProviderInvoice {
  id: string;
  number: string | null;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  priceId: string | null;
  amountInCents: number;
  paidInCents: number;
  refundedInCents: number;
  dispute: PaymentDispute | null;
  /** The card that paid it. */
  card: StoredCard | null;
  lines: InvoiceLine[];
  attempts: number;
  /** Why the last attempt to charge it was refused; null once it is paid. */
  declinedWith: string | null;
  periodFrom: Date;
  periodTo: Date;
  hostedUrl: string | null;
  pdfUrl: string | null;
  nextAttemptAt: Date | null;
  paidAt: Date | null;
  createdAt: Date;
}

/** A subscription at the provider. `status` is the provider's own word. */
export interface ProviderSubscription extends TrialSubscription {
  periodEndsAt: Date;
  /** When it ends by itself, if it was canceled. */
  cancelAt: Date | null;
  /** The card of the next invoice. */
  card: StoredCard | null;
  paymentMethodId: string | null;
  /** Set while no payments are collected. */
  pause: PaymentPause | null;
  /** What the next invoice will be; null when none comes, or none is charged. */
  nextCharge: NextCharge | null;
  /** Newest first, at most 100. */
  invoices: ProviderInvoice[];
}

/** What a change of plan costs, if it is made with the same `prorationDate`. */
export interface PriceChangePreview {
  nextCharge: NextCharge;
  monthlyInCents: number;
}

export interface CatalogueEntry {
  tier: TierId;
  name: string;
  amountInCents: number;
}

/** What this installation needs at the provider. */
export interface Installation {
  catalogue: CatalogueEntry[];
  siteUrl: string;
  webhookUrl: string;
  eventTypes: readonly string[];
}

/** A verified event: its object, its customer, and its time at the provider. */
export interface ProviderEvent {
  id: string;
  type: string;
  objectId: string;
  /** Null for an object without a customer. */
  customerId: string | null;
  createdAt: Date;
}

/** A definite refusal of the provider: a retry changes nothing. */
export class PaymentRefused extends Error {}

/** The customer was deleted at the provider, and with it every card and subscription. */
export class CustomerGone extends PaymentRefused {
  constructor(readonly customerId: string) {
    super('customer_missing');
  }
}

/** The card was not charged; `message` is the provider's code for the reason. */
export class CardDeclined extends PaymentRefused {}

/** A failure of the provider that it may replay for the same attempt: retry with a new one. */
export class PaymentFailed extends Error {}

/** The price was archived at the provider: it is sold again after `provisionPrices`, as another one. */
export class PriceUnavailable extends PaymentFailed {}

export interface PriceChange {
  from?: 'now' | 'nextPeriod';
  /** From when the rest of the month is charged at the new price; by default the time of the call. */
  prorationDate?: Date;
  /** Makes the change idempotent: repeated under the same key, it changes nothing. */
  idempotencyKey?: string;
}

/**
 * Stores cards and runs subscriptions. Every method may be repeated, and throws when the outcome is unknown, or
 * PaymentRefused when the customer, the card or the subscription is gone. `attempt` becomes part of the idempotency key: the
 * same attempt never creates a second object.
 */
export abstract class PaymentGateway {
  abstract createCustomer(details: CustomerDetails): Promise<string>;
  /** Sets the email and the phone of a customer. */
  abstract updateCustomer(customerId: string, contact: { email: string; phone: string }): Promise<void>;
  abstract createCardSetup(
    trialId: number,
    customerId: string,
    attempt: string,
  ): Promise<{ id: string; clientSecret: string }>;
  abstract findCardSetup(setupIntentId: string): Promise<CardSetup>;
  abstract cancelCardSetup(setupIntentId: string): Promise<void>;
  /** Ends the open pages of `createCheckout`, so that they take no second card. */
  abstract closeCheckouts(customerId: string): Promise<void>;
  /** A page of the provider where the card is entered. It displays `text` beside its button. */
  abstract createCheckout(
    trialId: number,
    customerId: string,
    returnTo: { back: string; done: string },
    offer: CheckoutOffer & { text: string },
  ): Promise<{ id: string; url: string }>;
  /** The trial and the setup intent of a completed checkout; undefined for any other. */
  abstract findCheckout(sessionId: string): Promise<{ trialId: number; setupIntentId: string } | undefined>;
  /**
   * Finds the trial's subscription, or creates it with the card as default. Throws PaymentRefused for a definite
   * refusal.
   */
  abstract subscribe(input: SubscribeInput): Promise<TrialSubscription>;
  /** Nothing is prorated during the trial, or with `from: 'nextPeriod'`. */
  abstract changePrice(subscriptionId: string, priceId: string, change?: PriceChange): Promise<TrialSubscription>;
  /** What `changePrice` would make of the next invoice. Nothing is changed. */
  abstract previewPrice(subscriptionId: string, priceId: string, prorationDate: Date): Promise<PriceChangePreview>;
  /** What a new subscription without a trial would charge now, and each month. Nothing is changed. */
  abstract previewReactivation(customerId: string, priceId: string): Promise<PriceChangePreview>;
  /** Begins a subscription of a customer that has none, and charges it at once. Throws CardDeclined: then there is none. */
  abstract reactivate(input: ReactivateInput): Promise<void>;
  /**
   * The subscription with its invoices and the card that pays. After its end, the one with which the customer started
   * again, if there is one: its id is another.
   */
  abstract findSubscription(subscriptionId: string, customerId: string): Promise<ProviderSubscription>;
  /** Cancels at the end of the trial or the paid month, or takes that back. Throws PaymentRefused once it has ended. */
  abstract cancelAtEnd(subscriptionId: string, ends: boolean): Promise<void>;
  /** Pauses collection and stops retries of open invoices, so that nothing is charged from now on. Idempotent. */
  abstract pausePayments(subscriptionId: string): Promise<void>;
  /** Undoes `pausePayments`. A pause that existed before it is restored, unless it ended before `at`. Idempotent. */
  abstract resumePayments(subscriptionId: string, at: Date): Promise<void>;
  /** Cancels immediately. Idempotent. */
  abstract cancelNow(subscriptionId: string): Promise<void>;
  /** Moves the end of a running trial. Throws PaymentRefused when there is none. */
  abstract moveTrialEnd(subscriptionId: string, trialEndsAt: Date): Promise<void>;
  /** Makes the customer's newest card the default, and pays open invoices with it. */
  abstract payWithNewestCard(subscriptionId: string): Promise<void>;
  /** Charges an open invoice to the stored card. Succeeds when it is paid already. Throws CardDeclined. */
  abstract payInvoice(invoiceId: string, attempt: string): Promise<void>;
  /** Gives back a part of a paid invoice, once for each `idempotencyKey`. Throws PaymentRefused when it is not possible. */
  abstract refundInvoice(
    invoiceId: string,
    refund: { amountInCents: number; reason: RefundReason },
    idempotencyKey: string,
  ): Promise<void>;
  /** The customer whose payment is disputed. */
  abstract customerOfDispute(disputeId: string): Promise<string | undefined>;
  /** Voids the open invoices of a subscription that has ended, or of the ended ones before one that runs. Idempotent. */
  abstract voidOpenInvoices(subscriptionId: string): Promise<void>;
  /**
   * A page of the provider where a customer changes the card, good for one visit. Returns to `done` after a change, to
   * `back` without one.
   */
  abstract openCardPortal(customerId: string, returnTo: { back: string; done: string }): Promise<string>;
  /** For a sign-up without an account: detaches the card and deletes the customer. */
  abstract deleteCustomer(customerId: string, paymentMethodId: string | null): Promise<void>;
  /** Deletes every customer of a trial, including one whose id was lost; their subscriptions end with them. */
  abstract eraseCustomer(trialId: number, email: string, customerId: string | null): Promise<void>;
  /** Makes sure that each entry is sold at its amount, by a new price if one was archived; returns price and product per tier. */
  abstract provisionPrices(
    catalogue: CatalogueEntry[],
  ): Promise<{ tier: TierId; priceId: string; productId: string }[]>;
  /** Verifies a webhook's raw body. Throws when no secret matches the signature, or its time is not close to `at`. */
  abstract readEvent(rawBody: Buffer, signature: string, at: Date): ProviderEvent;
  /** Checks the configuration at the provider. Changes nothing and never throws. */
  abstract checkHealth(wanted: Installation): Promise<HealthCheck[]>;
}
