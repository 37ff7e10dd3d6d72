import {
  ADMIN_ERRORS,
  type Queue,
  QUEUE_ACTION_NAMES,
  QUEUE_ACTIONS,
  QUEUE_KINDS,
  type QueueAction,
  type QueueKind,
} from '@lampstand/contracts/back-office';
import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { AppError } from '../../platform/errors.ts';
import { ParseId } from '../../platform/http/parse-id.ts';
import { parseBody } from '../../platform/http/request-body.ts';
import { type ActingStaff, RequirePermission, Staff } from '../session/require-permission.ts';
import { ManageQueue } from './manage-queue.ts';
import { ReadQueue } from './read-queue.ts';

/** What needs a person, and who has taken it. */
@ApiTags('Back office')
@Controller('api/admin/queue')
@RequirePermission('read')
export class QueueController {
  constructor(
    private readonly readQueue: ReadQueue,
    private readonly manageQueue: ManageQueue,
  ) {}

  @Get()
  @ApiOperation({ summary: 'The groups with their counts and the oldest 20 items of each' })
  read(): Promise<Queue> {
    return this.readQueue.execute();
  }

  @Get('version')
  @ApiOperation({ summary: 'Changes with every action on an item: {version}. To poll' })
  async version(): Promise<Pick<Queue, 'version'>> {
    return { version: await this.readQueue.version() };
  }

  @Post(':kind/:id/:action')
  @HttpCode(200)
  @RequirePermission('repair')
  @ApiParam({ name: 'kind', enum: QUEUE_KINDS })
  @ApiParam({ name: 'action', enum: QUEUE_ACTION_NAMES })
  @ApiOperation({
    summary: 'Takes, releases, snoozes ({until}) or closes an item: 200 {success}; 404, 409 names the owner',
  })
  async act(
    @Param('kind') kind: string,
    @Param('id', new ParseId(ADMIN_ERRORS.noSuchItem)) id: number,
    @Param('action') action: string,
    @Body() body: unknown,
    @Staff() staff: ActingStaff,
  ): Promise<{ success: true }> {
    if (!isKind(kind) || !isAction(action)) throw new AppError('notFound', ADMIN_ERRORS.noSuchAction);
    await this.manageQueue.act(
      staff,
      kind,
      id,
      action,
      await parseBody<{ until?: string }>(QUEUE_ACTIONS[action], body ?? {}),
    );
    return { success: true };
  }
}

const isKind = (kind: string): kind is QueueKind => (QUEUE_KINDS as readonly string[]).includes(kind);
const isAction = (name: string): name is QueueAction => (QUEUE_ACTION_NAMES as string[]).includes(name);
