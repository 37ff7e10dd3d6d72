import { auditFilter, type AuditRow, type ExportRow } from '@lampstand/contracts/back-office';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Settings } from '../../platform/config/index.ts';
import { queryOf } from '../../platform/http/body-of.ts';
import { RequirePermission } from '../auth/index.ts';
import { AUDIT_ROW, auditEntries, EXPORT_ROW, exportedFiles } from './logs.ts';
import { Paginated } from './page.interceptor.ts';
import { PagingQuery } from './queries.ts';
import { type Page, ReadPage } from './read-page.ts';

class AuditQuery extends queryOf(auditFilter) {}

/** The two logs of the back office: what staff did, and which files were exported. */
@ApiTags('Back office')
@Controller('api/admin')
@RequirePermission('audit')
export class AuditController {
  constructor(
    private readonly readPage: ReadPage,
    private readonly settings: Settings,
  ) {}

  @Get('audit')
  @Paginated('Sign-ins, failures, reveals, exports, support actions, decisions, newest first')
  entries(@Query() filter: AuditQuery, @Query() query: PagingQuery): Promise<Page<AuditRow>> {
    return this.readPage.execute(auditEntries(filter, this.settings.ORG_TIME_ZONE), AUDIT_ROW, query);
  }

  @Get('exports')
  @Paginated('The exports, newest first: account, list, size and hash')
  exports(@Query() query: PagingQuery): Promise<Page<ExportRow>> {
    return this.readPage.execute(exportedFiles, EXPORT_ROW, query);
  }
}
