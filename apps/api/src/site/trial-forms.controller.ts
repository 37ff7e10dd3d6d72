import {
  checkTrialSignup,
  chosenPlan,
  ERRORS,
  FIELD_MESSAGES,
  trialIdBody,
  toTrialSignupBody,
  type TierId,
  type TypedTrialSignup,
  updateSelectedPlanBody,
  verifyCodeBody,
} from '@lampstand/contracts';
import { Body, Controller, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Today } from '../platform/clock/clock.ts';
import { AppError } from '../platform/errors.ts';
import { FormBody } from '../platform/http/route-decorators.ts';
import { repeatKeyOf } from '../platform/idempotency-key.ts';
import { RateLimit } from '../platform/limits/rate-limit.guard.ts';
import {
  browserKeyOf,
  CheckUserExists,
  CreateCheckoutSession,
  CreateTrialSignup,
  newBrowserKey,
  SelectPlan,
  SendTrialCode,
  setBrowserCookie,
  TrialSignups,
  VerifyCode,
} from '../trials/index.ts';
import { FormPages } from './form-pages.ts';
import { PlainFormFilter } from './plain-form.filter.ts';

const CODE_PAGE = '/trial/code';
const codePageOf = (trialId: number): string => `${CODE_PAGE}?trialId=${trialId}`;

/** The sign-up as posted by a browser without scripts, up to the provider's own page for the card. A GET sends nothing. */
@ApiExcludeController()
@Controller('trial')
@UseFilters(PlainFormFilter)
export class TrialFormsController {
  constructor(
    private readonly checkUserExists: CheckUserExists,
    private readonly createTrialSignup: CreateTrialSignup,
    private readonly sendCode: SendTrialCode,
    private readonly verifyCode: VerifyCode,
    private readonly selectPlan: SelectPlan,
    private readonly checkout: CreateCheckoutSession,
    private readonly trials: TrialSignups,
    private readonly pages: FormPages,
    private readonly today: Today,
  ) {}

  @Post()
  @FormBody()
  @RateLimit('lookupsPerAddress', 'signupsPerAddress', 'callsPerAddress')
  async start(
    @Body() typed: TypedTrialSignup,
    @Query('plan') plan: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const { form, problems } = checkTrialSignup(typed, this.today.day);
    if (problems) throw new AppError('invalid', ERRORS.invalid, { fields: problems });
    const body = { ...toTrialSignupBody(form), selectedPlan: chosenPlan(plan) };
    if ((await this.checkUserExists.execute(body.phone)).userExists)
      throw new AppError('conflict', ERRORS.phoneTaken, { fields: { phone: FIELD_MESSAGES.phoneTaken } });
    const browserKey = browserKeyOf(request) ?? newBrowserKey();
    const idempotencyKey = repeatKeyOf(undefined, body, this.today.day);
    const { id } = await this.createTrialSignup.execute({ body, browserKey, idempotencyKey });
    setBrowserCookie(request, reply, browserKey);
    const sent = await this.sendCode.toPhone(id, body.phone).catch((error: unknown) => error);
    if (sent instanceof AppError)
      return this.showCodePage(reply, id, { error: { error: sent.message, ...sent.flags } });
    if (sent instanceof Error) throw sent;
    return reply.redirect(codePageOf(id), 303);
  }

  @Post('code')
  @FormBody()
  @RateLimit('checksPerAddress', 'callsPerAddress')
  async confirm(
    @Body({ schema: verifyCodeBody }) { trialId, code }: { trialId: number; code: string },
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const browserKey = browserKeyOf(request) ?? newBrowserKey();
    const { userExists } = await this.verifyCode.execute(trialId, code, browserKey, null);
    setBrowserCookie(request, reply, browserKey);
    if (userExists) throw new AppError('conflict', ERRORS.phoneTaken);
    const { selectedPlan } = await this.trials.require(trialId);
    return reply.redirect(`/trial/card?trialId=${trialId}&plan=${selectedPlan}`, 303);
  }

  @Post('code/send')
  @FormBody()
  @RateLimit('callsPerAddress')
  async sendAgain(@Body({ schema: trialIdBody }) { trialId }: { trialId: number }, @Res() reply: FastifyReply) {
    const { sent } = await this.sendCode.again(trialId);
    return this.showCodePage(reply, trialId, {
      done: sent ? 'Verification code resent!' : 'The last code is still valid.',
    });
  }

  @Post('card')
  @FormBody()
  @RateLimit('cardsPerAddress', 'callsPerAddress')
  async card(
    @Body({ schema: updateSelectedPlanBody }) { trialId, selectedPlan }: { trialId: number; selectedPlan: TierId },
    @Res() reply: FastifyReply,
  ) {
    await this.selectPlan.execute(trialId, selectedPlan);
    const answer = await this.checkout.execute(trialId);
    return reply.redirect('url' in answer ? answer.url : `/trial?step=verification&trialId=${trialId}`, 303);
  }

  private showCodePage(reply: FastifyReply, trialId: number, state: object): Promise<void> {
    const status = 'error' in state ? 429 : 200;
    return this.pages.send(reply, status, CODE_PAGE, { values: { trialId: String(trialId) }, ...state });
  }
}
