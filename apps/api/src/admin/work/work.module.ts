import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BillingModule } from '../../billing/index.ts';
import { TrialsModule } from '../../trials/index.ts';
import { AuthModule } from '../auth/index.ts';
import { ListsModule } from '../lists/index.ts';
import { Changes } from './changes.ts';
import { ChangesController } from './changes.controller.ts';
import { ManageCodeLanes } from './code-lanes.ts';
import { DeadCauses, DeadJobs } from './dead-jobs.ts';
import { HangingWork } from './hanging-work.ts';
import { HandleRequest } from './handle-request.ts';
import { IncidentsController } from './incidents.controller.ts';
import { ManageQueue } from './manage-queue.ts';
import { QueueItemRow } from './queue-item.entity.ts';
import { QueueController } from './queue.controller.ts';
import { ReadDone } from './read-done.ts';
import { ReadHealth } from './read-health.ts';
import { ReadQueue } from './read-queue.ts';

/** What needs a person: the work queue with its dead jobs, trial requests to handle, and outages. */
@Module({
  imports: [TypeOrmModule.forFeature([QueueItemRow]), AuthModule, BillingModule, ListsModule, TrialsModule],
  controllers: [ChangesController, IncidentsController, QueueController],
  providers: [
    Changes,
    ManageCodeLanes,
    DeadCauses,
    DeadJobs,
    HandleRequest,
    HangingWork,
    ManageQueue,
    ReadDone,
    ReadHealth,
    ReadQueue,
  ],
  exports: [HandleRequest, HangingWork],
})
export class WorkModule {}
