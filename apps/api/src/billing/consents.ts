import {
  civilDay,
  CONSENT_VERSION,
  type ConsentReceipt,
  consentText,
  planOf,
  type ReactivationTerms,
  reactivationText,
  type StoredCard,
  type TierId,
} from '@lampstand/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, IsNull, MoreThanOrEqual, Not, Repository } from 'typeorm';
import { Clock } from '../platform/clock/clock.ts';
import { minutesAfter } from '../platform/clock/instants.ts';
import { Settings } from '../platform/config/index.ts';
import { parseIp } from '../platform/ip-address.ts';
import { currentRequest } from '../platform/request-context.ts';
import { Consent } from './billing.entities.ts';

/** What a person agrees to: a plan at its current price, charged from `firstChargeAt` on. */
export interface Offer {
  plan: TierId;
  firstChargeAt: Date;
}

/** A plan that was started again at the payment provider. */
interface Start {
  trialId: number;
  plan: TierId;
  startedAt: Date;
}

/** A subscription begins this soon after the press, by the provider's clock. */
const PRESS_MINUTES = 10;

type Press = Offer & Pick<Consent, 'trialId' | 'setupIntentId' | 'formId' | 'agreedAt'>;

/** The consents to charges: recorded at the press of the button, never changed, read as receipts. */
@Injectable()
export class Consents {
  constructor(
    @InjectRepository(Consent) private readonly consents: Repository<Consent>,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Price, text and day of an offer, as the page must display them. */
  termsOf({ plan, firstChargeAt }: Offer) {
    const { PRODUCT_NAME, SUPPORT_EMAIL, ORG_TIME_ZONE } = this.settings;
    const { amountInCents } = planOf(plan);
    const firstChargeOn = civilDay(firstChargeAt, ORG_TIME_ZONE);
    const shown = { plan, amountInCents, firstChargeOn, product: PRODUCT_NAME, supportEmail: SUPPORT_EMAIL };
    return { amountInCents, firstChargeOn, version: CONSENT_VERSION, text: consentText(shown) };
  }

  /** The newest consent under which the card of a setup intent may be stored. */
  latestOf(tx: EntityManager, setupIntentId: string): Promise<Consent | null> {
    return tx.findOne(Consent, { where: { setupIntentId }, order: { id: 'DESC' } });
  }

  async record(tx: EntityManager, press: Press): Promise<Consent> {
    const { amountInCents, version, text } = this.termsOf(press);
    const address = parseIp(currentRequest().address);
    return tx.save(Consent, { ...press, amountInCents, version, text, address, card: null });
  }

  /** Price, text and day of a plan that is started again, and charged today. */
  reactivationTerms(offer: Pick<ReactivationTerms, 'plan' | 'amountInCents' | 'monthlyInCents'>) {
    const { PRODUCT_NAME, SUPPORT_EMAIL, ORG_TIME_ZONE } = this.settings;
    const today = civilDay(this.clock.now(), ORG_TIME_ZONE);
    const text = reactivationText({ ...offer, today, product: PRODUCT_NAME, supportEmail: SUPPORT_EMAIL });
    return { version: CONSENT_VERSION, text };
  }

  async recordReactivation(
    tx: EntityManager,
    press: Pick<Consent, 'trialId' | 'plan' | 'amountInCents' | 'text' | 'version' | 'agreedAt'>,
  ): Promise<void> {
    const address = parseIp(currentRequest().address);
    const started = { firstChargeAt: press.agreedAt, formId: null, setupIntentId: null, card: null };
    await tx.save(Consent, { ...press, ...started, address });
  }

  /** The consent given up to ten minutes before `startedAt`; null for a subscription created in Stripe's dashboard. */
  ofStart({ trialId, plan, startedAt }: Start, tx = this.consents.manager): Promise<Consent | null> {
    const agreedAt = MoreThanOrEqual(minutesAfter(startedAt, -PRESS_MINUTES));
    return tx.findOne(Consent, { where: { trialId, plan, setupIntentId: IsNull(), agreedAt }, order: { id: 'DESC' } });
  }

  /** Records the card that was stored, or charged, under a consent; null once the payment provider has refused that card. */
  async setCard(tx: EntityManager, id: number, card: StoredCard | null): Promise<void> {
    await tx.update(Consent, { id }, { card });
  }

  /** The newest consent under which a card was stored; undefined for clients that sent none. */
  async receiptOf(trialId: number): Promise<ConsentReceipt | undefined> {
    const kept = await this.consents.findOne({ where: { trialId, card: Not(IsNull()) }, order: { id: 'DESC' } });
    if (!kept) return undefined;
    const { plan, amountInCents, firstChargeAt, card, version, text, agreedAt } = kept;
    return {
      plan,
      amountInCents,
      firstChargeOn: civilDay(firstChargeAt, this.settings.ORG_TIME_ZONE),
      card,
      version,
      text,
      agreedAt: agreedAt.toISOString(),
    };
  }
}
