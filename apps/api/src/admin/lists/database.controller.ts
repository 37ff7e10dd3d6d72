import { type DatabaseStats, isMasked, type UserRow } from '@lampstand/contracts/back-office';
import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type ActingStaff, DatabaseGuard, RequirePermission, Staff } from '../auth/index.ts';
import { CountTables } from './count-tables.ts';
import { Paginated } from './page.interceptor.ts';
import { PagingQuery, SearchQuery } from './queries.ts';
import type { Page } from './read-page.ts';
import { StaffReads } from './staff-reads.ts';
import { USER_ROW, users } from './users.ts';

/** The calls of the database page: for administrators in a browser that has entered its password. */
@ApiTags('Back office')
@Controller('api/admin')
@UseGuards(DatabaseGuard)
@RequirePermission('database')
export class DatabaseController {
  constructor(
    private readonly reads: StaffReads,
    private readonly countTables: CountTables,
  ) {}

  @Get('database-stats')
  @ApiOperation({ summary: 'Live row counts of the tables' })
  databaseStats(): Promise<DatabaseStats> {
    return this.countTables.execute();
  }

  @Get('users')
  @Paginated('Accounts, newest first')
  users(
    @Query() filter: SearchQuery,
    @Query() query: PagingQuery,
    @Staff() staff: ActingStaff,
  ): Promise<Page<UserRow>> {
    const list = users(filter, isMasked(staff.role));
    return this.reads.page<UserRow>({ staff, list: 'users', q: filter.q }, list, USER_ROW, query);
  }
}
