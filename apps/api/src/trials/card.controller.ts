import {
  checkoutCompleteBody,
  createAccountBody,
  trialConsentBody,
  trialIdBody,
  updatePaymentVerifiedBody,
  updateSelectedPlanBody,
} from '@lampstand/contracts';
import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { bodyOf } from '../platform/http/body-of.ts';
import { RateLimit } from '../platform/http/rate-limit.ts';
import { browserKeyOf } from './browser-key.ts';
import { CreateCheckoutSession, CreateSetupIntent } from './use-cases/card-setup.ts';
import { CompleteCheckout, CreateAccount, RecordConsent, SelectPlan } from './use-cases/plan-and-account.ts';
import { ConfirmCard } from './use-cases/record-card.ts';

class SelectPlanBody extends bodyOf(updateSelectedPlanBody) {}
class EnterCardBody extends bodyOf(trialIdBody) {}
class RecordConsentBody extends bodyOf(trialConsentBody) {}
class ConfirmCardBody extends bodyOf(updatePaymentVerifiedBody) {}
class CreateAccountBody extends bodyOf(createAccountBody) {}
class CompleteCheckoutBody extends bodyOf(checkoutCompleteBody) {}

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
  @ApiOperation({ summary: 'Stores the plan: 200 {success, selectedPlan}' })
  plan(@Body() { trialId, selectedPlan }: SelectPlanBody) {
    return this.selectPlan.execute(trialId, selectedPlan);
  }

  @Post('trial-setup-intent')
  @HttpCode(200)
  @RateLimit('cardsPerAddress', 'callsPerAddress')
  @ApiOperation({
    summary: 'Opens the card form: 200 {success, clientSecret}, or {success, paymentVerified, card} when one is stored',
  })
  setupIntent(@Body() { trialId }: EnterCardBody, @Req() request: FastifyRequest) {
    return this.createSetupIntent.execute(trialId, browserKeyOf(request));
  }

  @Post('trial-consent')
  @HttpCode(200)
  @RateLimit('callsPerAddress')
  @ApiOperation({
    summary:
      'Records the press of the button with plan, price and first charge as displayed: 200 {success}; 409 with reason stale when they are outdated',
  })
  consent(@Body() press: RecordConsentBody) {
    return this.recordConsent.execute(press);
  }

  @Post('trial-checkout-session')
  @HttpCode(200)
  @RateLimit('cardsPerAddress', 'callsPerAddress')
  @ApiOperation({ summary: "Opens the payment provider's own page: 200 {success, url}" })
  checkout(@Body() { trialId }: EnterCardBody, @Req() request: FastifyRequest) {
    return this.createCheckoutSession.execute(trialId, browserKeyOf(request));
  }

  @Post('update-payment-verified')
  @HttpCode(200)
  @RateLimit('callsPerAddress')
  @ApiOperation({ summary: 'Records the stored card after checking it at the payment provider: 200 {success}' })
  paymentVerified(@Body() { trialId, setupIntentId }: ConfirmCardBody) {
    return this.confirmCard.execute(trialId, setupIntentId);
  }

  @Post('create-account')
  @HttpCode(200)
  @RateLimit('callsPerAddress')
  @ApiOperation({
    summary:
      'Waits for the account: 200 {success:true}, {success:false, userExists} or {success:false, error}; 503 when the outcome is unknown',
  })
  account(@Body() { trialId, selectedPlan }: CreateAccountBody) {
    return this.createAccount.execute(trialId, selectedPlan);
  }

  @Post('trial-checkout-complete')
  @HttpCode(200)
  @RateLimit('cardsPerAddress')
  @ApiOperation({
    summary:
      'Finishes a hosted checkout: 200 {success:true, trialId}; 4xx {success:false, error}; 503 with trialId while the account is being opened',
  })
  checkoutComplete(@Body() { sessionId }: CompleteCheckoutBody) {
    return this.completeCheckout.execute(sessionId);
  }
}
