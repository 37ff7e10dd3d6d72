import { type CreateAccountAnswer, ERRORS, type TierId, TRIAL_DAYS, type TrialConsentBody } from '@lampstand/contracts';
import { handlingOf } from '@lampstand/workflows';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Consents, PaymentGateway } from '../../billing/index.ts';
import { daysAfter } from '../../platform/clock/instants.ts';
import { AppError, type ErrorKind } from '../../platform/errors.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { causeOf, log } from '../../platform/logging.ts';
import type { TrialSignup } from '../trial-signup.entity.ts';
import { conflictFor, type TrialChange, TrialSignups } from '../trial-signups.ts';
import { RecordCard } from './record-card.ts';

const PLAN_CALL = 'update-selected-plan';

/** Stores the plan the pastor expects to need, until the account is open. */
@Injectable()
export class SelectPlan {
  constructor(private readonly trials: TrialSignups) {}

  async execute(trialId: number, selectedPlan: TierId): Promise<{ success: true; selectedPlan: TierId }> {
    await this.trials.requireFor(PLAN_CALL, trialId);
    await this.trials.change(trialId, async (change) => {
      // The account may already be open, with the previous plan.
      if (handlingOf(PLAN_CALL, change.entity.state) !== 'accept' || isAgreed(change.entity))
        throw conflictFor(change.entity, PLAN_CALL);
      await choosePlan(change, selectedPlan);
    });
    return { success: true, selectedPlan };
  }
}

/** The card was stored under a consent: the account opens with the plan that was agreed. */
const isAgreed = (trial: TrialSignup): boolean => trial.is('opening') && trial.consentId !== null;

/**
 * Stores the choice under lock. Without a consent, the account opens with the last choice; once the card is stored it is
 * a note.
 */
async function choosePlan(change: TrialChange, plan: TierId): Promise<void> {
  const { entity: subject } = change;
  if (subject.selectedPlan === plan || handlingOf(PLAN_CALL, subject.state) !== 'accept' || isAgreed(subject)) return;
  subject.selectedPlan = plan;
  if (change.can('plan.selected')) await change.recordTransition('plan.selected', { plan });
  else await change.note('plan selected', { plan });
}

const WAIT_MS = 8000;

/** Waits for the job that opens the account. After 8 s without an outcome it throws a 503; the job goes on. */
@Injectable()
export class AwaitOpening {
  constructor(
    private readonly trials: TrialSignups,
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
  ) {}

  /** `requested`: the sign-up as it was when the request came. If its account was already being opened, the pending job becomes due now. */
  async execute(requested: TrialSignup): Promise<CreateAccountAnswer> {
    const { id: trialId } = requested;
    if (requested.is('opening'))
      await this.dataSource.transaction((tx) => this.jobs.expedite(tx, 'openAccount', trialId));
    const trial = await this.trials.until(trialId, (now) => !now.is('opening'), WAIT_MS);
    if (trial?.is('opened')) return { success: true };
    if (trial?.is('accountExisted')) return { success: false, userExists: true };
    if (!trial?.is('opening')) return { success: false, error: ERRORS.cardUnusable };
    throw new AppError('unavailable', ERRORS.openingPending, { success: false, trialId });
  }
}

/** create-account: stores the last choice of plan, makes sure the card is recorded, and waits for the account. */
@Injectable()
export class CreateAccount {
  constructor(
    private readonly trials: TrialSignups,
    private readonly recordCard: RecordCard,
    private readonly opening: AwaitOpening,
  ) {}

  async execute(trialId: number, plan: TierId): Promise<CreateAccountAnswer> {
    const trial = await this.trials.require(trialId);
    const handling = handlingOf('create-account', trial.state);
    if (handling === 'reject') return { success: false, error: conflictFor(trial, 'create-account').message };
    if (handling === 'accept') {
      await this.trials.change(trialId, (change) => choosePlan(change, plan));
      const refused = await this.ensureCard(trial);
      if (refused) return refused;
    }
    return this.opening.execute(trial);
  }

  /** A refused card keeps the person on the card form; an unknown outcome throws. */
  private async ensureCard(trial: TrialSignup): Promise<CreateAccountAnswer | undefined> {
    if (!trial.is('waitsForCard')) return undefined;
    try {
      const setup = await this.recordCard.find(trial);
      if (setup?.outcome !== 'saved') return { success: false, error: ERRORS.cardNotConfirmed };
      await this.recordCard.execute(trial.id, setup.saved);
      return undefined;
    } catch (error) {
      if (error instanceof AppError && error.kind === 'invalid') return { success: false, error: error.message };
      throw error;
    }
  }
}

/**
 * trial-checkout-complete: finishes a hosted checkout. The session is looked up at the provider; its id proves nothing.
 */
@Injectable()
export class CompleteCheckout {
  constructor(
    private readonly trials: TrialSignups,
    private readonly recordCard: RecordCard,
    private readonly opening: AwaitOpening,
    private readonly gateway: PaymentGateway,
  ) {}

  async execute(sessionId: string): Promise<{ success: true; trialId: number }> {
    const checkout = await this.find(sessionId);
    const trial = checkout && (await this.trials.find(checkout.trialId));
    if (!checkout || !trial) throw failure('notFound', ERRORS.sessionUnknown);
    const handling = handlingOf('trial-checkout-complete', trial.state);
    if (handling === 'reject') throw failure('conflict', conflictFor(trial, 'trial-checkout-complete').message);
    if (handling === 'accept') await this.recordCard.confirm(trial, checkout.setupIntentId);
    const answer = await this.opening.execute(trial);
    // The page loads the sign-up with this id. The address may be opened again much later.
    if (answer.success) return { success: true, trialId: trial.id };
    if ('userExists' in answer) throw failure('conflict', ERRORS.emailTaken, { userExists: true });
    throw failure('declined', answer.error);
  }

  private async find(sessionId: string) {
    try {
      return await this.gateway.findCheckout(sessionId);
    } catch (error) {
      log.warn(causeOf(error), 'checkout session could not be looked up');
      throw failure('unavailable', ERRORS.sessionUnknown);
    }
  }
}

const failure = (kind: ErrorKind, error: string, flags: object = {}): AppError =>
  new AppError(kind, error, { success: false, ...flags });

const CONSENT_CALL = 'trial-consent';

/**
 * trial-consent: the press of the button, before the browser confirms the card. Plan and consent are stored together, so
 * a card that is stored under this setup intent opens the plan on that screen.
 */
@Injectable()
export class RecordConsent {
  constructor(
    private readonly trials: TrialSignups,
    private readonly consents: Consents,
    private readonly gateway: PaymentGateway,
  ) {}

  /** Throws a 409 with `reason: stale` when the page displays another price, day or text than the current ones. */
  async execute(press: TrialConsentBody): Promise<{ success: true }> {
    await this.trials.requireFor(CONSENT_CALL, press.trialId);
    const recorded = await this.trials.change(press.trialId, (change) => this.record(change, press));
    if (recorded) return { success: true };
    // Two pages with two plans share this setup intent. Canceled, it opens neither; each page gets a new form.
    await this.gateway.cancelCardSetup(press.setupIntentId);
    throw new AppError('conflict', ERRORS.startedElsewhere);
  }

  /** False when another page has agreed to another plan with the same setup intent. */
  private async record(change: TrialChange, press: TrialConsentBody): Promise<boolean> {
    const { entity: subject, tx, at } = change;
    const { selectedPlan: plan, formId, setupIntentId } = press;
    if (!subject.is('waitsForCard') || subject.setupIntentId !== setupIntentId)
      throw conflictFor(subject, CONSENT_CALL);
    const offer = { plan, firstChargeAt: daysAfter(at, TRIAL_DAYS) };
    const terms = this.consents.termsOf(offer);
    const shown = press.amountInCents === terms.amountInCents && press.firstChargeOn === terms.firstChargeOn;
    if (!shown || press.consentVersion !== terms.version)
      throw new AppError('conflict', ERRORS.offerChanged, { reason: 'stale' });
    const last = await this.consents.latestOf(tx, setupIntentId);
    if (last && last.formId !== formId && last.plan !== plan) return false;
    await this.consents.record(tx, { ...offer, trialId: subject.id, formId, setupIntentId, agreedAt: at });
    await choosePlan(change, plan);
    return true;
  }
}
