import {
  type CardPageAnswer,
  planChangeBody,
  planLinkBody,
  type PlanPreview,
  planPreviewBody,
  planReceiptsBody,
  planTokenBody,
  type PlanView,
} from '@lampstand/contracts';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { bodyOf } from '../platform/http/body-of.ts';
import { RateLimit } from '../platform/http/rate-limit.ts';
import { ManagePlan } from './use-cases/manage-plan.ts';
import { RequestPlanLink } from './use-cases/plan-links.ts';

class OpenPlanBody extends bodyOf(planTokenBody) {}
class PreviewPlanBody extends bodyOf(planPreviewBody) {}
class ChangePlanBody extends bodyOf(planChangeBody) {}
class EnterReceiptsEmailBody extends bodyOf(planReceiptsBody) {}
class RequestPlanLinkBody extends bodyOf(planLinkBody) {}

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
  @ApiOperation({ summary: 'The plan, its price and dates; 410 when the link no longer works' })
  read(@Body() { token }: OpenPlanBody): Promise<PlanView> {
    return this.managePlan.read(token);
  }

  @Post('preview')
  @HttpCode(200)
  @ApiOperation({ summary: 'What the next invoice would be with another plan, to the cent; changes nothing' })
  preview(@Body() { token, selectedPlan }: PreviewPlanBody): Promise<PlanPreview> {
    return this.managePlan.preview(token, selectedPlan);
  }

  @Post('change')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Changes the plan: at once and free during the trial, later charged for the rest of the month',
  })
  change(@Body() { token, selectedPlan, prorationDate }: ChangePlanBody): Promise<PlanView> {
    return this.managePlan.change(token, selectedPlan, prorationDate);
  }

  @Post('cancel')
  @HttpCode(200)
  @ApiOperation({ summary: 'Cancels at the end of the trial or the paid month; until then it can be undone' })
  cancel(@Body() { token }: OpenPlanBody): Promise<PlanView> {
    return this.managePlan.cancelAtEnd(token, true);
  }

  @Post('keep')
  @HttpCode(200)
  @ApiOperation({ summary: 'Undoes a cancellation' })
  keep(@Body() { token }: OpenPlanBody): Promise<PlanView> {
    return this.managePlan.cancelAtEnd(token, false);
  }

  @Post('upgrade')
  @HttpCode(200)
  @ApiOperation({ summary: 'Accepts the proposed plan; it is billed from the next month on' })
  upgrade(@Body() { token }: OpenPlanBody): Promise<PlanView> {
    return this.managePlan.acceptUpgrade(token);
  }

  @Post('card')
  @HttpCode(200)
  @ApiOperation({ summary: "The payment provider's page for another card: 200 {success, url}" })
  card(@Body() { token }: OpenPlanBody): Promise<CardPageAnswer> {
    return this.managePlan.openCardPage(token);
  }

  @Post('receipts')
  @HttpCode(200)
  @ApiOperation({ summary: 'A second address for receipts, which gets a link to confirm it' })
  enterReceiptsEmail(@Body() { token, email }: EnterReceiptsEmailBody): Promise<PlanView> {
    return this.managePlan.enterReceiptsEmail(token, email);
  }

  @Post('receipts/remove')
  @HttpCode(200)
  @ApiOperation({ summary: 'Removes the second address for receipts' })
  removeReceiptsEmail(@Body() { token }: OpenPlanBody): Promise<PlanView> {
    return this.managePlan.removeReceiptsEmail(token);
  }

  @Post('link')
  @HttpCode(202)
  @RateLimit('planLinksPerAddress')
  @ApiOperation({ summary: 'Mails a fresh link to the plan: 202 {success}, the same for every address' })
  async link(@Body() { email }: RequestPlanLinkBody): Promise<{ success: true }> {
    await this.requestPlanLink.execute(email);
    return { success: true };
  }
}
