import type { StoredCard, TierId } from '@lampstand/contracts';
import type { HealthCheck } from '../../doctor/health-check.ts';

/** A card that was stored for later: who it belongs to and what may be shown of it. */
export interface SavedCard {
  setupIntentId: string;
  customerId: string;
  trialId: number;
  paymentMethodId: string;
  fingerprint: string | null;
  card: StoredCard;
}

/**
 * Where a setup intent stands. `saved` carries the card; `open` may still be confirmed, `awaitsBank` by the customer of
 * the bank; `over` never will be.
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

export interface Subscribing {
  trialId: number;
  customerId: string;
  email: string;
  paymentMethodId: string;
  priceId: string;
  trialEndsAt: Date;
  attempt: string;
}

export interface TrialSubscription {
  id: string;
  customerId: string;
  priceId: string;
  status: string;
  trialEndsAt: Date;
}

/** An invoice as the provider has it. Amounts in cents; `paidAt` exactly when it is paid. */
export interface ProviderInvoice {
  id: string;
  number: string | null;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  priceId: string | null;
  amountInCents: number;
  paidInCents: number;
  attempts: number;
  periodFrom: Date;
  periodTo: Date;
  hostedUrl: string | null;
  nextAttemptAt: Date | null;
  paidAt: Date | null;
  createdAt: Date;
}

/** All that the provider knows of a subscription now. `status` is the provider's own word. */
export interface ProviderSubscription extends TrialSubscription {
  periodEndsAt: Date;
  /** When it ends by itself, if it is to. */
  cancelAt: Date | null;
  /** What the next invoice will be charged to. */
  card: StoredCard | null;
  /** Newest first, at most 100. */
  invoices: ProviderInvoice[];
}

export interface CatalogueEntry {
  tier: TierId;
  name: string;
  amountInCents: number;
}

/** What must stand at the provider for this installation. */
export interface Installation {
  catalogue: CatalogueEntry[];
  webhookUrl: string;
  eventTypes: readonly string[];
}

/** A genuine event: what it is about, whose it is, and when it happened there. */
export interface NewsOfProvider {
  id: string;
  type: string;
  objectId: string;
  /** Null for what belongs to no customer. */
  customerId: string | null;
  createdAt: Date;
}

/** The provider says no for good to what was asked: asking again changes nothing. */
export class PaymentRefused extends Error {}

/** The provider answered with a failure of its own, which it may repeat for the same attempt: ask with a new one. */
export class PaymentFailed extends Error {}

export interface PriceChange {
  from?: 'now' | 'nextPeriod';
  /** Names one decision: asked again for the same, the provider changes nothing. */
  once?: string;
}

/**
 * Stores cards and runs subscriptions. Every verb may be repeated; each throws when the outcome is unknown. `attempt`
 * names one try: the same attempt is the same call for the provider, so a repeated one never makes a second object.
 */
export abstract class PaymentGateway {
  abstract createCustomer(details: CustomerDetails): Promise<string>;
  abstract createCardSetup(
    trialId: number,
    customerId: string,
    attempt: string,
  ): Promise<{ id: string; clientSecret: string }>;
  abstract findCardSetup(setupIntentId: string): Promise<CardSetup>;
  abstract cancelCardSetup(setupIntentId: string): Promise<void>;
  /** A page of the provider's own where the card is typed in. */
  abstract createCheckout(
    trialId: number,
    customerId: string,
    successUrl: string,
    cancelUrl: string,
  ): Promise<{ id: string; url: string }>;
  /** The trial and the setup intent of a finished checkout; undefined when there is no such finished one. */
  abstract findCheckout(sessionId: string): Promise<{ trialId: number; setupIntentId: string } | undefined>;
  /** Finds the trial's subscription, or creates it with the card as default. Throws PaymentRefused for a definite no. */
  abstract subscribe(subscribing: Subscribing): Promise<TrialSubscription>;
  /** Within a trial, and `from` the next period, nothing is charged for what has begun. */
  abstract changePrice(subscriptionId: string, priceId: string, how?: PriceChange): Promise<TrialSubscription>;
  /** The subscription as it is now, with its invoices and the card that pays. */
  abstract findSubscription(subscriptionId: string): Promise<ProviderSubscription>;
  /** Lets it end by itself when what was agreed is over, or takes that back. Throws PaymentRefused once it has ended. */
  abstract cancelAtEnd(subscriptionId: string, ends: boolean): Promise<void>;
  /** Ends it now; one that has ended stays ended. */
  abstract cancelNow(subscriptionId: string): Promise<void>;
  /** Moves the end of a running trial. Throws PaymentRefused when there is none. */
  abstract moveTrialEnd(subscriptionId: string, trialEndsAt: Date): Promise<void>;
  /** The card the customer chose last pays from now on, and what is open is tried with it at once. */
  abstract payWithNewestCard(subscriptionId: string): Promise<void>;
  /** A page of the provider's own where a customer changes the card; good for one visit. It leads back with and without. */
  abstract openCardPortal(customerId: string, leadsTo: { back: string; done: string }): Promise<string>;
  /** Forgets a card no account came of: detaches it and deletes its customer. */
  abstract releaseCard(customerId: string, paymentMethodId: string | null): Promise<void>;
  /** Deletes the customer of a trial, also one whose id we never learned; what they subscribed to ends with them. */
  abstract forgetCustomer(trialId: number, email: string, customerId: string | null): Promise<void>;
  /** Makes sure that each entry is sold at its amount; resolves to price and product per tier. */
  abstract provisionPrices(
    catalogue: CatalogueEntry[],
  ): Promise<{ tier: TierId; priceId: string; productId: string }[]>;
  /** The genuine event in a webhook's raw body. Throws when no secret fits its signature, or it is not from about `at`. */
  abstract readEvent(rawBody: Buffer, signature: string, at: Date): NewsOfProvider;
  /** Looks whether the provider's side is as this installation needs it. Changes nothing and never throws. */
  abstract examine(wanted: Installation): Promise<HealthCheck[]>;
}
