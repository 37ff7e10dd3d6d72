import { type FoundRecord, isMasked } from '@lampstand/contracts/back-office';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type ActingStaff, RequirePermission, Staff } from '../../auth/index.ts';
import { SearchQuery, StaffReads } from '../../lists/index.ts';
import { SearchRecords } from './search-records.ts';

/** The search over every kind of record. */
@ApiTags('Back office')
@Controller('api/admin/search')
export class SearchController {
  constructor(
    private readonly reads: StaffReads,
    private readonly searchRecords: SearchRecords,
  ) {}

  @Get()
  @RequirePermission('read')
  @ApiOperation({
    summary:
      'At most 20 sign-ups, applications, requests, newsletter readers and invoices by name, email, phone, church, city, id, ' +
      'Stripe id, invoice number or the last four digits of a card',
  })
  search(@Query() { q = '' }: SearchQuery, @Staff() staff: ActingStaff): Promise<FoundRecord[]> {
    const read = () => this.searchRecords.execute(q, isMasked(staff.role));
    return this.reads.search({ staff, list: 'find', q }, read, ({ length }) => length);
  }
}
