import {
  type CardPageAnswer,
  type PlanChangeBody,
  planChangeBody,
  planLinkBody,
  planTokenBody,
  type PlanView,
} from '@lampstand/contracts';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ZodBody } from '../platform/http/route-decorators.ts';
import { RateLimit } from '../platform/limits/rate-limit.guard.ts';
import { ManagePlan } from './use-cases/manage-plan.ts';
import { RequestPlanLink } from './use-cases/plan-links.ts';

interface Token {
  token: string;
}

/** What a member can see and change of the plan with the link from a mail, without an account portal. */
@ApiTags('Plan')
@Controller('api/plan')
export class PlanController {
  constructor(
    private readonly managePlan: ManagePlan,
    private readonly requestPlanLink: RequestPlanLink,
  ) {}

  @Post()
  @HttpCode(200)
  @ZodBody(planTokenBody, 'The plan, its price and dates; 410 when the link no longer works')
  read(@Body({ schema: planTokenBody }) { token }: Token): Promise<PlanView> {
    return this.managePlan.read(token);
  }

  @Post('change')
  @HttpCode(200)
  @ZodBody(
    planChangeBody,
    'Changes the plan: at once and free during the trial, later charged for the rest of the month',
  )
  change(@Body({ schema: planChangeBody }) { token, selectedPlan }: PlanChangeBody): Promise<PlanView> {
    return this.managePlan.change(token, selectedPlan);
  }

  @Post('cancel')
  @HttpCode(200)
  @ZodBody(planTokenBody, 'Cancels at the end of the trial or the paid month; until then it can be undone')
  cancel(@Body({ schema: planTokenBody }) { token }: Token): Promise<PlanView> {
    return this.managePlan.cancelAtEnd(token, true);
  }

  @Post('keep')
  @HttpCode(200)
  @ZodBody(planTokenBody, 'Undoes a cancellation')
  keep(@Body({ schema: planTokenBody }) { token }: Token): Promise<PlanView> {
    return this.managePlan.cancelAtEnd(token, false);
  }

  @Post('upgrade')
  @HttpCode(200)
  @ZodBody(planTokenBody, 'Accepts the proposed plan; it is billed from the next month on')
  upgrade(@Body({ schema: planTokenBody }) { token }: Token): Promise<PlanView> {
    return this.managePlan.acceptUpgrade(token);
  }

  @Post('card')
  @HttpCode(200)
  @ZodBody(planTokenBody, "The payment provider's page for another card: 200 {success, url}")
  card(@Body({ schema: planTokenBody }) { token }: Token): Promise<CardPageAnswer> {
    return this.managePlan.openCardPage(token);
  }

  @Post('link')
  @HttpCode(202)
  @RateLimit('planLinksPerAddress')
  @ZodBody(planLinkBody, 'Mails a fresh link to the plan: 202 {success}, the same for every address')
  async link(@Body({ schema: planLinkBody }) { email }: { email: string }): Promise<{ success: true }> {
    await this.requestPlanLink.execute(email);
    return { success: true };
  }
}
