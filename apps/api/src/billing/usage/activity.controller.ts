import { type ActivityAnswer, activityBody } from '@lampstand/contracts';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { bodyOf } from '../../platform/http/body-of.ts';
import { ServiceCall } from '../../platform/http/route-decorators.ts';
import { CountActivity } from './active-users.ts';

class CountActivityBody extends bodyOf(activityBody) {}

/** Activity of users, reported by the dashboard. */
@ApiTags('Internal')
@ApiBearerAuth()
@Controller('api/internal/activity')
export class ActivityController {
  constructor(private readonly countActivity: CountActivity) {}

  @Post()
  @HttpCode(200)
  @ServiceCall()
  @ApiOperation({ summary: 'Counts active users of a billing month: 200 {counted, known, refused}; may be repeated' })
  count(@Body() body: CountActivityBody): Promise<ActivityAnswer> {
    return this.countActivity.execute(body);
  }
}
