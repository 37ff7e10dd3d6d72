import { Module } from '@nestjs/common';
import { SessionModule } from '../session/session.module.ts';
import { OtherListsController } from './other-lists.controller.ts';
import { CountTables } from './queries/count-tables.ts';
import { ReadFunnel } from './queries/read-funnel.ts';
import { ReadPage } from './read-page.ts';
import { StaffReads } from './staff-reads.ts';
import { TrialListsController } from './trial-lists.controller.ts';

/** The lists of the back office, page by page, and the counts above them. */
@Module({
  imports: [SessionModule],
  controllers: [TrialListsController, OtherListsController],
  providers: [CountTables, ReadFunnel, ReadPage, StaffReads],
  exports: [ReadPage, StaffReads],
})
export class ListsModule {}
