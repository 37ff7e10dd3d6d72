import { ADMIN_ERRORS, type DeadJob, type Health } from '@lampstand/contracts/back-office';
import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { AppError } from '../platform/errors.ts';
import { DeadLetters } from '../platform/jobs/dead-letters.ts';
import { ReadHealth } from './read-health.ts';
import { Audit } from './session/audit.ts';
import { type ActingStaff, RequirePermission, Staff } from './session/require-permission.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The health strip above the incomplete sign-ups, and the dead jobs. */
@ApiTags('Back office')
@Controller('api/admin')
export class SupportHealthController {
  constructor(
    private readonly readHealth: ReadHealth,
    private readonly deadLetters: DeadLetters,
    private readonly dataSource: DataSource,
    private readonly audit: Audit,
  ) {}

  @Get('health')
  @RequirePermission('read')
  @ApiOperation({
    summary: 'Codes sent and verified in the last hour, webhook lag, oldest card without an account, dead jobs',
  })
  health(): Promise<Health> {
    return this.readHealth.execute();
  }

  @Get('dead-jobs')
  @RequirePermission('read')
  @ApiOperation({ summary: 'Dead jobs, newest first' })
  async list(): Promise<DeadJob[]> {
    return (await this.deadLetters.list()).map((letter) => ({ ...letter, failedAt: letter.failedAt.toISOString() }));
  }

  @Post('dead-jobs/:id/retry')
  @HttpCode(200)
  @RequirePermission('repair')
  @ApiOperation({
    summary: 'Retries the job: 200 {success}; 404 when it is not on the list any more',
  })
  async retry(@Param('id') id: string, @Staff() staff: ActingStaff): Promise<{ success: true }> {
    const letter = UUID.test(id) ? await this.requeue(id, staff) : undefined;
    if (!letter) throw new AppError('notFound', ADMIN_ERRORS.noSuchJob);
    return { success: true };
  }

  private requeue(id: string, { id: accountId }: ActingStaff) {
    return this.dataSource.transaction(async (tx) => {
      const letter = await this.deadLetters.retry(tx, id);
      if (!letter) return undefined;
      const { queue, subjectId } = letter;
      await this.audit.write(
        { accountId, action: 'job retried', subject: `job:${id}`, detail: { queue, subjectId } },
        tx,
      );
      return letter;
    });
  }
}
