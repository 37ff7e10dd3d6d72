import {
  type CodeSentAnswer,
  confirmPhoneBody,
  phoneCodeBody,
  type PlanLinkAnswer,
  planPreviewBody,
  type PlanView,
  reactivateBody,
  type ReactivationPreview,
} from '@lampstand/contracts';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { bodyOf } from '../platform/http/body-of.ts';
import { ReactivatePlan } from './use-cases/reactivate-plan.ts';

class SendReactivationCodeBody extends bodyOf(phoneCodeBody) {}
class VerifyReactivationBody extends bodyOf(confirmPhoneBody) {}
class PreviewReactivationBody extends bodyOf(planPreviewBody) {}
class ReactivatePlanBody extends bodyOf(reactivateBody) {}

/** The way back for a member whose subscription has ended, with the link from a mail and a code to the phone. */
@ApiTags('Plan')
@Controller('api/plan/reactivate')
export class ReactivationController {
  constructor(private readonly reactivatePlan: ReactivatePlan) {}

  @Post('code')
  @HttpCode(200)
  @ApiOperation({ summary: 'Sends a code to the phone of the account' })
  code(@Body() { token, channel }: SendReactivationCodeBody): Promise<CodeSentAnswer> {
    return this.reactivatePlan.code(token, channel);
  }

  @Post('verify')
  @HttpCode(200)
  @ApiOperation({ summary: 'Checks the code: the link with which the plan can be started again for an hour' })
  verify(@Body() { token, code }: VerifyReactivationBody): Promise<PlanLinkAnswer> {
    return this.reactivatePlan.verify(token, code);
  }

  @Post('preview')
  @HttpCode(200)
  @ApiOperation({ summary: 'What starting again costs today and each month, to the cent; changes nothing' })
  preview(@Body() { token, selectedPlan }: PreviewReactivationBody): Promise<ReactivationPreview> {
    return this.reactivatePlan.preview(token, selectedPlan);
  }

  @Post()
  @HttpCode(200)
  @ApiOperation({ summary: 'Starts the plan again and charges the card; 402 when the bank refuses it' })
  reactivate(@Body() body: ReactivatePlanBody): Promise<PlanView> {
    return this.reactivatePlan.execute(body);
  }
}
