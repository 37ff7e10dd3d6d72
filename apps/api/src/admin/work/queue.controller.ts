import {
  ADMIN_ERRORS,
  assignBody,
  type Colleague,
  type DoneItem,
  isClosedByHand,
  isOwnerAction,
  type Owner,
  ownedKindOf,
  type Queue,
  QUEUE_ACTIONS,
  QUEUE_KINDS,
  type QueueAction,
  queueFilter,
  type QueueItem,
  type QueueKind,
  snoozeBody,
} from '@lampstand/contracts/back-office';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { AppError } from '../../platform/errors.ts';
import { bodyOf, queryOf } from '../../platform/http/body-of.ts';
import { ParseId } from '../../platform/http/parse-id.ts';
import { Compressed } from '../../platform/http/route-decorators.ts';
import { type ActingStaff, IfMatch, RequirePermission, Staff } from '../auth/index.ts';
import { type Page, Paginated, PagingQuery } from '../lists/index.ts';
import { type ActionDetails, ManageQueue } from './manage-queue.ts';
import { ReadDone } from './read-done.ts';
import { ReadQueue } from './read-queue.ts';

const SIGNUP = 'signup';
const KINDS = [...QUEUE_KINDS, SIGNUP];
const ItemId = () => Param('id', new ParseId(ADMIN_ERRORS.noSuchItem));

interface Success {
  success: true;
}

class SnoozeItemBody extends bodyOf(snoozeBody) {}
class AssignItemBody extends bodyOf(assignBody) {}
class QueueQuery extends queryOf(queueFilter) {}

/** What needs a person, and who has taken it. */
@ApiTags('Back office')
@Controller('api/admin/queue')
@RequirePermission('read')
export class QueueController {
  constructor(
    private readonly readQueue: ReadQueue,
    private readonly readDone: ReadDone,
    private readonly manageQueue: ManageQueue,
  ) {}

  @Get()
  @Compressed()
  @ApiOperation({ summary: 'The groups with their counts and the oldest 20 items of each' })
  read(@Staff() staff: ActingStaff): Promise<Queue> {
    return this.readQueue.execute(staff);
  }

  @Get('staff')
  @ApiOperation({ summary: 'All staff accounts by name, and whether an item can be assigned to them' })
  staff(): Promise<Colleague[]> {
    return this.readQueue.staff();
  }

  @Get('done')
  @ApiOperation({ summary: 'What was closed by hand today, newest first, at most 50' })
  done(): Promise<DoneItem[]> {
    return this.readDone.execute();
  }

  @Get(':kind')
  @ApiParam({ name: 'kind', enum: QUEUE_KINDS })
  @Paginated('All items of a group, or its snoozed ones, the oldest first')
  list(
    @Param('kind') kind: string,
    @Query() { snoozed }: QueueQuery,
    @Query() query: PagingQuery,
    @Staff() staff: ActingStaff,
  ): Promise<Page<QueueItem>> {
    if (!isKind(kind)) throw new AppError('notFound', ADMIN_ERRORS.noSuchItem);
    return this.readQueue.page(kind, snoozed === '1', query, staff);
  }

  @Get(':kind/:id')
  @ApiParam({ name: 'kind', enum: KINDS })
  @ApiOperation({ summary: 'Who has taken a record: {owner, seen}' })
  async owner(@Param('kind') kind: string, @ItemId() id: number): Promise<Owner> {
    if (kind !== SIGNUP && !isKind(kind)) throw new AppError('notFound', ADMIN_ERRORS.noSuchItem);
    const owned = ownedKindOf(kind);
    const { id: ownerId, name } = await this.readQueue.ownerOf(owned, id);
    return { owner: name, seen: this.manageQueue.seenOf(owned, id, ownerId) };
  }

  @Post(':kind/:id/snooze')
  @HttpCode(200)
  @RequirePermission('support-actions')
  @ApiParam({ name: 'kind', enum: QUEUE_KINDS })
  @ApiOperation({ summary: 'Hides an item until a day: 200 {success}; 404, 409 names the owner' })
  snooze(
    @Param('kind') kind: string,
    @ItemId() id: number,
    @Body() body: SnoozeItemBody,
    @Staff() staff: ActingStaff,
  ): Promise<Success> {
    return this.perform(staff, kind, id, 'snooze', body);
  }

  @Post(':kind/:id/assign')
  @HttpCode(200)
  @RequirePermission('support-actions')
  @ApiParam({ name: 'kind', enum: KINDS })
  @ApiOperation({ summary: 'Assigns an item to a member of staff: 200 {success}; 404, 409 names the owner' })
  assign(
    @Param('kind') kind: string,
    @ItemId() id: number,
    @Body() body: AssignItemBody,
    @Staff() staff: ActingStaff,
  ): Promise<Success> {
    return this.perform(staff, kind, id, 'assign', body);
  }

  @Post(':kind/:id/:action')
  @HttpCode(200)
  @RequirePermission('support-actions')
  @ApiParam({ name: 'kind', enum: KINDS })
  @ApiParam({ name: 'action', enum: QUEUE_ACTIONS })
  @ApiOperation({
    summary:
      'Takes, takes over, releases, closes or reopens an item: 200 {success}; 404, 409 names the owner, or who took it after If-Match',
  })
  act(
    @Param('kind') kind: string,
    @ItemId() id: number,
    @Param('action') action: string,
    @Staff() staff: ActingStaff,
    @IfMatch() seen?: string,
  ): Promise<Success> {
    return this.perform(staff, kind, id, action, { seen });
  }

  private async perform(
    staff: ActingStaff,
    kind: string,
    id: number,
    action: string,
    given?: ActionDetails,
  ): Promise<Success> {
    if (!isAction(action) || !isKnown(kind, action)) throw new AppError('notFound', ADMIN_ERRORS.noSuchAction);
    await this.manageQueue.act(staff, kind, id, action, given);
    return { success: true };
  }
}

const isKind = (kind: string): kind is QueueKind => (QUEUE_KINDS as readonly string[]).includes(kind);
const isKnown = (kind: string, action: QueueAction): kind is QueueKind | typeof SIGNUP =>
  kind === SIGNUP ? isOwnerAction(action) : isKind(kind) && (action !== 'done' || isClosedByHand(kind));
const isAction = (name: string): name is QueueAction =>
  name === 'snooze' || name === 'assign' || (QUEUE_ACTIONS as readonly string[]).includes(name);
