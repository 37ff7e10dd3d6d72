import {
  checkoutCompleteBody,
  createAccountBody,
  type TierId,
  trialConsentBody,
  type TrialConsentBody,
  trialIdBody,
  updatePaymentVerifiedBody,
  updateSelectedPlanBody,
} from '@lampstand/contracts';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ZodBody } from '../platform/http/route-decorators.ts';
import { RateLimit } from '../platform/limits/rate-limit.guard.ts';
import { CreateCheckoutSession, CreateSetupIntent } from './use-cases/card-setup.ts';
import { CompleteCheckout, CreateAccount, SelectPlan } from './use-cases/plan-and-account.ts';
import { ConfirmCard } from './use-cases/record-card.ts';
import { RecordConsent } from './use-cases/record-consent.ts';

interface PlanBody {
  trialId: number;
  selectedPlan: TierId;
}

/** Step three: plan, card, account. */
@ApiTags('Plan, card and account')
@Controller('api')
export class CardController {
  constructor(
    private readonly selectPlan: SelectPlan,
    private readonly createSetupIntent: CreateSetupIntent,
    private readonly recordConsent: RecordConsent,
    private readonly createCheckoutSession: CreateCheckoutSession,
    private readonly confirmCard: ConfirmCard,
    private readonly createAccount: CreateAccount,
    private readonly completeCheckout: CompleteCheckout,
  ) {}

  @Post('update-selected-plan')
  @HttpCode(200)
  @RateLimit('callsPerAddress')
  @ZodBody(updateSelectedPlanBody, 'Stores the plan: 200 {success, selectedPlan}')
  plan(@Body({ schema: updateSelectedPlanBody }) { trialId, selectedPlan }: PlanBody) {
    return this.selectPlan.execute(trialId, selectedPlan);
  }

  @Post('trial-setup-intent')
  @HttpCode(200)
  @RateLimit('cardsPerAddress', 'callsPerAddress')
  @ZodBody(
    trialIdBody,
    'Opens the card form: 200 {success, clientSecret}, or {success, paymentVerified, card} when one is stored',
  )
  setupIntent(@Body({ schema: trialIdBody }) { trialId }: { trialId: number }) {
    return this.createSetupIntent.execute(trialId);
  }

  @Post('trial-consent')
  @HttpCode(200)
  @RateLimit('callsPerAddress')
  @ZodBody(
    trialConsentBody,
    'Records the press of the button with plan, price and first charge as displayed: 200 {success}; 409 with reason stale when they are outdated',
  )
  consent(@Body({ schema: trialConsentBody }) press: TrialConsentBody) {
    return this.recordConsent.execute(press);
  }

  @Post('trial-checkout-session')
  @HttpCode(200)
  @RateLimit('cardsPerAddress', 'callsPerAddress')
  @ZodBody(trialIdBody, "Opens the payment provider's own page: 200 {success, url}")
  checkout(@Body({ schema: trialIdBody }) { trialId }: { trialId: number }) {
    return this.createCheckoutSession.execute(trialId);
  }

  @Post('update-payment-verified')
  @HttpCode(200)
  @RateLimit('callsPerAddress')
  @ZodBody(
    updatePaymentVerifiedBody,
    'Records the stored card after checking it at the payment provider: 200 {success}',
  )
  paymentVerified(
    @Body({ schema: updatePaymentVerifiedBody }) { trialId, setupIntentId }: { trialId: number; setupIntentId: string },
  ) {
    return this.confirmCard.execute(trialId, setupIntentId);
  }

  @Post('create-account')
  @HttpCode(200)
  @RateLimit('callsPerAddress')
  @ZodBody(
    createAccountBody,
    'Waits for the account: 200 {success:true}, {success:false, userExists} or {success:false, error}; 503 when the outcome is unknown',
  )
  account(@Body({ schema: createAccountBody }) { trialId, selectedPlan }: PlanBody) {
    return this.createAccount.execute(trialId, selectedPlan);
  }

  @Post('trial-checkout-complete')
  @HttpCode(200)
  @RateLimit('cardsPerAddress')
  @ZodBody(
    checkoutCompleteBody,
    'Finishes a hosted checkout: 200 {success:true, trialId}; 4xx {success:false, error}; 503 with trialId while the account is being opened',
  )
  checkoutComplete(@Body({ schema: checkoutCompleteBody }) { sessionId }: { sessionId: string }) {
    return this.completeCheckout.execute(sessionId);
  }
}
