import { type ActivityAnswer, type ActivityBody, activityBody } from '@lampstand/contracts';
import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { ServiceTokenGuard } from '../../platform/http/service-token.guard.ts';
import { ZodBody, LargeBody } from '../../platform/http/route-decorators.ts';
import { CountActivity } from './active-users.ts';

/** Activity of users, reported by the dashboard. */
@ApiTags('Internal')
@ApiBearerAuth()
@Controller('api/internal/activity')
@UseGuards(ServiceTokenGuard)
export class ActivityController {
  constructor(private readonly countActivity: CountActivity) {}

  @Post()
  @HttpCode(200)
  @LargeBody()
  @ZodBody(activityBody, 'Counts active users of a billing month: 200 {counted, known, refused}; may be repeated')
  count(@Body({ schema: activityBody }) body: ActivityBody): Promise<ActivityAnswer> {
    return this.countActivity.execute(body);
  }
}
