import {
  ADMIN_ERRORS,
  type CodeLanes,
  codeLanesBody,
  type DeadJob,
  type DeadJobsAnswer,
  deadJobsBody,
  type Health,
  type Incidents,
  type RetriedJobs,
} from '@lampstand/contracts/back-office';
import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AppError } from '../../platform/errors.ts';
import { bodyOf } from '../../platform/http/body-of.ts';
import { type ActingStaff, RequirePermission, Staff } from '../auth/index.ts';
import { ManageCodeLanes } from './code-lanes.ts';
import { DeadJobs } from './dead-jobs.ts';
import { ReadHealth } from './read-health.ts';

class ChooseJobsBody extends bodyOf(deadJobsBody) {}
class SetCodeLanesBody extends bodyOf(codeLanesBody) {}

/** How the service is doing, and the jobs that failed for good. */
@ApiTags('Back office')
@Controller('api/admin')
export class IncidentsController {
  constructor(
    private readonly readHealth: ReadHealth,
    private readonly deadJobs: DeadJobs,
    private readonly codeLanes: ManageCodeLanes,
  ) {}

  @Get('health')
  @RequirePermission('read')
  @ApiOperation({
    summary: 'Codes of the last hour, webhook lag, oldest card without an account, dead jobs',
  })
  health(): Promise<Health> {
    return this.readHealth.execute();
  }

  @Get('incidents')
  @RequirePermission('read')
  @ApiOperation({
    summary: 'What fails for several people now: jobs that are repeated, and steps whose provider is away',
  })
  incidents(): Promise<Incidents> {
    return this.readHealth.incidents();
  }

  @Get('code-lanes')
  @RequirePermission('read')
  @ApiOperation({ summary: 'The budgets of codes: used, of how many, and the networks with most' })
  lanes(): Promise<CodeLanes> {
    return this.codeLanes.read();
  }

  @Post('code-lanes')
  @HttpCode(200)
  @RequirePermission('limits')
  @ApiOperation({ summary: 'Sets how many codes a day unverified visitors get: 200 with the budgets' })
  async setLanes(@Body() { unproven }: SetCodeLanesBody, @Staff() staff: ActingStaff): Promise<CodeLanes> {
    await this.codeLanes.set(staff, unproven);
    return this.codeLanes.read();
  }

  @Get('dead-jobs')
  @RequirePermission('read')
  @ApiOperation({ summary: 'Dead jobs, newest first, at most 1,000' })
  list(): Promise<DeadJob[]> {
    return this.deadJobs.list();
  }

  @Get('dead-jobs/progress')
  @RequirePermission('read')
  @ApiOperation({
    summary: 'Jobs that were retried together, with how many are not done and how many have failed again',
  })
  progress(): Promise<RetriedJobs[]> {
    return this.deadJobs.progress();
  }

  @Post('dead-jobs/retry')
  @HttpCode(200)
  @RequirePermission('support-actions')
  @ApiOperation({ summary: 'Retries jobs: 200 with their number; 404 when none of them is on the list any more' })
  retry(@Body() { ids }: ChooseJobsBody, @Staff() staff: ActingStaff): Promise<DeadJobsAnswer> {
    return answerOf(this.deadJobs.retry(ids, staff));
  }

  @Post('dead-jobs/dismiss')
  @HttpCode(200)
  @RequirePermission('support-actions')
  @ApiOperation({
    summary: 'Takes jobs off the list without running them: 200 with their number; 404 when none is listed',
  })
  dismiss(@Body() { ids }: ChooseJobsBody, @Staff() staff: ActingStaff): Promise<DeadJobsAnswer> {
    return answerOf(this.deadJobs.dismiss(ids, staff));
  }
}

async function answerOf(changed: Promise<number>): Promise<DeadJobsAnswer> {
  const jobs = await changed;
  if (!jobs) throw new AppError('notFound', ADMIN_ERRORS.noSuchJob);
  return { success: true, jobs };
}
