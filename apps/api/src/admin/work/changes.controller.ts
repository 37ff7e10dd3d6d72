import { Controller, type MessageEvent, Sse } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Observable } from 'rxjs';
import { Stream } from '../../platform/http/route-decorators.ts';
import { type ActingStaff, RequirePermission, Staff } from '../auth/index.ts';
import { Changes } from './changes.ts';

/** The event stream of changed records. */
@ApiTags('Back office')
@Controller('api/admin/changes')
@RequirePermission('read')
export class ChangesController {
  constructor(private readonly changes: Changes) {}

  @Sse()
  @Stream()
  @ApiOperation({ summary: 'An event stream: ids of the records that change, and `queue`; it ends with the session' })
  listen(@Staff() staff: ActingStaff): Observable<MessageEvent> {
    return this.changes.of(staff);
  }
}
