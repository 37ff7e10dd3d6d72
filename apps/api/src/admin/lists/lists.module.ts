import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { NewsletterModule } from '../../newsletter/index.ts';
import { AuthModule } from '../auth/index.ts';
import { AuditController } from './audit.controller.ts';
import { CountTables } from './count-tables.ts';
import { DatabaseController } from './database.controller.ts';
import { ExportLog } from './exports/export-log.ts';
import { Export } from './exports/export.entity.ts';
import { ExportsController } from './exports/exports.controller.ts';
import { LastFiles } from './exports/last-files.ts';
import { RunningExports, SendExport } from './exports/send-export.ts';
import { ListsController } from './lists.controller.ts';
import { ReadPage } from './read-page.ts';
import { StaffReads } from './staff-reads.ts';
import { ManageViews } from './views/manage-views.ts';
import { SavedViewRow } from './views/saved-view.entity.ts';
import { ViewsController } from './views/views.controller.ts';

/** The lists of the back office: pages on screen, exported files, saved views and the audit log. */
@Module({
  imports: [TypeOrmModule.forFeature([Export, SavedViewRow]), AuthModule, NewsletterModule],
  controllers: [AuditController, DatabaseController, ExportsController, ListsController, ViewsController],
  providers: [CountTables, ExportLog, LastFiles, ManageViews, ReadPage, RunningExports, SendExport, StaffReads],
  exports: [SendExport, StaffReads],
})
export class ListsModule {}
