import {
  columnsOf,
  DEFAULT_TRIAL_COLUMNS,
  type LastFile,
  subscriberFileQuery,
  trialFileQuery,
} from '@lampstand/contracts/back-office';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { NewsletterLinks } from '../../../newsletter/index.ts';
import { Clock, Today } from '../../../platform/clock/clock.ts';
import { Settings } from '../../../platform/config/index.ts';
import { queryOf } from '../../../platform/http/body-of.ts';
import { Compressed } from '../../../platform/http/route-decorators.ts';
import { type ActingStaff, RequirePermission, Staff } from '../../auth/index.ts';
import { applicationsFile } from '../ambassador-applications.ts';
import type { CsvFile } from '../csv-file.ts';
import { incompleteTrialsFile } from '../incomplete-trials.ts';
import { subscribersFile } from '../newsletter-subscribers.ts';
import { AmbassadorQuery, FileQuery, SubscriberQuery, TrialQuery, TrialRequestQuery } from '../queries.ts';
import { ownFilter } from '../signup-conditions.ts';
import { trialRequestsFile } from '../trial-requests.ts';
import { trialSignupsFile } from '../trial-signups.ts';
import { LastFiles } from './last-files.ts';
import { SendExport } from './send-export.ts';

const LAST = 'The last file of this view, and how many rows are new or changed since';

class SubscriberFileQuery extends queryOf(subscriberFileQuery) {}
class TrialFileQuery extends queryOf(trialFileQuery) {}

/** The lists as files. Each takes the filter of its list; `x-export-rows` announces the number of rows. */
@ApiTags('Back office')
@ApiProduces('text/csv')
@Controller('api')
@RequirePermission('export')
export class ExportsController {
  constructor(
    private readonly sendExport: SendExport,
    private readonly lastFiles: LastFiles,
    private readonly links: NewsletterLinks,
    private readonly today: Today,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  @Get('admin/trial-signups/export')
  @Compressed()
  @ApiOperation({ summary: 'Sign-ups as CSV, in the columns of the table or the requested ones' })
  trialSignups(
    @Query() filter: TrialQuery,
    @Query() query: TrialFileQuery,
    @Staff() staff: ActingStaff,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.send(this.signupsFile(ownFilter(filter, staff), query), staff, query, reply);
  }

  @Get('admin/trial-signups/export/last')
  @ApiProduces('application/json')
  @ApiOperation({ summary: LAST })
  lastFile(
    @Query() filter: TrialQuery,
    @Query() query: TrialFileQuery,
    @Staff() staff: ActingStaff,
  ): Promise<LastFile> {
    return this.lastFiles.describe(this.signupsFile(ownFilter(filter, staff), query), staff.id);
  }

  @Get('incomplete-trials/export/last')
  @ApiProduces('application/json')
  @ApiOperation({ summary: LAST })
  lastIncompleteTrials(@Query() filter: TrialQuery, @Staff() staff: ActingStaff): Promise<LastFile> {
    return this.lastFiles.describe(this.incompleteFile(filter, staff), staff.id);
  }

  @Get('admin/ambassadors/export/last')
  @ApiProduces('application/json')
  @ApiOperation({ summary: LAST })
  lastApplications(@Query() filter: AmbassadorQuery, @Staff() staff: ActingStaff): Promise<LastFile> {
    return this.lastFiles.describe(applicationsFile(filter, this.zone), staff.id);
  }

  @Get('admin/trial-requests/export/last')
  @ApiProduces('application/json')
  @ApiOperation({ summary: LAST })
  lastTrialRequests(@Query() filter: TrialRequestQuery, @Staff() staff: ActingStaff): Promise<LastFile> {
    return this.lastFiles.describe(trialRequestsFile(filter, this.zone), staff.id);
  }

  @Get('admin/newsletter/export/last')
  @ApiProduces('application/json')
  @ApiOperation({ summary: LAST })
  lastSubscribers(@Query() filter: SubscriberQuery, @Staff() staff: ActingStaff): Promise<LastFile> {
    return this.lastFiles.describe(subscribersFile(filter, this.zone), staff.id);
  }

  @Get('incomplete-trials/export')
  @Compressed()
  @ApiOperation({ summary: 'Sign-ups with a verified phone and no card, as CSV' })
  incompleteTrials(
    @Query() filter: TrialQuery,
    @Query() query: FileQuery,
    @Staff() staff: ActingStaff,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.send(this.incompleteFile(filter, staff), staff, query, reply);
  }

  @Get('admin/ambassadors/export')
  @Compressed()
  @ApiOperation({ summary: 'Ambassador applications as CSV' })
  applications(
    @Query() filter: AmbassadorQuery,
    @Query() query: FileQuery,
    @Staff() staff: ActingStaff,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.send(applicationsFile(filter, this.zone), staff, query, reply);
  }

  @Get('admin/trial-requests/export')
  @Compressed()
  @ApiOperation({ summary: 'Trial requests as CSV' })
  trialRequests(
    @Query() filter: TrialRequestQuery,
    @Query() query: FileQuery,
    @Staff() staff: ActingStaff,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.send(trialRequestsFile(filter, this.zone), staff, query, reply);
  }

  // Not compressed: the links are secrets beside addresses that anyone can subscribe.
  @Get('admin/newsletter/export')
  @ApiOperation({ summary: 'Newsletter addresses as CSV; links=1 adds the unsubscribe links' })
  subscribers(
    @Query() filter: SubscriberQuery,
    @Query() query: SubscriberFileQuery,
    @Staff() staff: ActingStaff,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const linkOf = query.links ? (id: number) => this.links.unsubscribe(id) : undefined;
    const file = subscribersFile(filter, this.zone, linkOf);
    return this.send(file, staff, query, reply);
  }

  private incompleteFile(filter: TrialQuery, staff: ActingStaff): CsvFile {
    return incompleteTrialsFile(ownFilter(filter, staff), { zone: this.zone, now: this.clock.now() });
  }

  private signupsFile(filter: TrialQuery, query: TrialFileQuery): CsvFile {
    const columns = columnsOf(query.columns) ?? DEFAULT_TRIAL_COLUMNS;
    return trialSignupsFile(filter, columns, { zone: this.zone, now: this.clock.now(), today: this.today.day });
  }

  private send(file: CsvFile, staff: ActingStaff, { bom, changed }: FileQuery, reply: FastifyReply): Promise<void> {
    return this.sendExport.execute(file, staff, { bom: bom !== '0', changed: changed === '1' }, reply);
  }

  private get zone(): string {
    return this.settings.ORG_TIME_ZONE;
  }
}
