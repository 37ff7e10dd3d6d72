import {
  ambassadorFilter,
  type AmbassadorFilter,
  columnsOf,
  DEFAULT_TRIAL_COLUMNS,
  fileQuery,
  type FileQuery,
  searchFilter,
  type SearchFilter,
  subscriberFileQuery,
  type SubscriberFileQuery,
  subscriberFilter,
  type SubscriberFilter,
  trialFileQuery,
  type TrialFileQuery,
  trialFilter,
  type TrialFilter,
} from '@lampstand/contracts/back-office';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { NewsletterLinks } from '../../newsletter/index.ts';
import { Today } from '../../platform/clock/clock.ts';
import { Settings } from '../../platform/config/index.ts';
import { ZodQuery } from '../../platform/http/route-decorators.ts';
import { applicationsFile } from '../lists/ambassador-applications.ts';
import { incompleteTrialsFile } from '../lists/incomplete-trials.ts';
import { subscribersFile } from '../lists/newsletter-subscribers.ts';
import { trialRequestsFile } from '../lists/trial-requests.ts';
import { trialSignupsFile } from '../lists/trial-signups.ts';
import { type ActingStaff, RequirePermission, Staff } from '../session/require-permission.ts';
import type { CsvFile } from './csv-file.ts';
import { SendExport } from './send-export.ts';

/** The lists as files. Each takes the filter of its list; `x-export-rows` announces the number of rows. */
@ApiTags('Back office')
@ApiProduces('text/csv')
@Controller('api')
@RequirePermission('export')
export class ExportsController {
  constructor(
    private readonly sendExport: SendExport,
    private readonly links: NewsletterLinks,
    private readonly today: Today,
    private readonly settings: Settings,
  ) {}

  @Get('admin/trial-signups/export')
  @ZodQuery([trialFilter, trialFileQuery], 'Sign-ups as CSV, in the columns of the table or the requested ones')
  trialSignups(
    @Query({ schema: trialFilter }) filter: TrialFilter,
    @Query({ schema: trialFileQuery }) query: TrialFileQuery,
    @Staff() staff: ActingStaff,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const columns = columnsOf(query.columns) ?? DEFAULT_TRIAL_COLUMNS;
    const file = trialSignupsFile(filter, columns, { zone: this.zone, today: this.today.day });
    return this.send(file, staff, query, reply);
  }

  @Get('incomplete-trials/export')
  @ZodQuery([searchFilter, fileQuery], 'Sign-ups with a verified phone and no card, as CSV')
  incompleteTrials(
    @Query({ schema: searchFilter }) filter: SearchFilter,
    @Query({ schema: fileQuery }) query: FileQuery,
    @Staff() staff: ActingStaff,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.send(incompleteTrialsFile(filter, this.zone), staff, query, reply);
  }

  @Get('admin/ambassadors/export')
  @ZodQuery([ambassadorFilter, fileQuery], 'Ambassador applications as CSV')
  applications(
    @Query({ schema: ambassadorFilter }) filter: AmbassadorFilter,
    @Query({ schema: fileQuery }) query: FileQuery,
    @Staff() staff: ActingStaff,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.send(applicationsFile(filter, this.zone), staff, query, reply);
  }

  @Get('admin/trial-requests/export')
  @ZodQuery([searchFilter, fileQuery], 'Trial requests as CSV')
  trialRequests(
    @Query({ schema: searchFilter }) filter: SearchFilter,
    @Query({ schema: fileQuery }) query: FileQuery,
    @Staff() staff: ActingStaff,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.send(trialRequestsFile(filter, this.zone), staff, query, reply);
  }

  @Get('admin/newsletter/export')
  @ZodQuery([subscriberFilter, subscriberFileQuery], 'Newsletter addresses as CSV; links=1 adds the unsubscribe links')
  subscribers(
    @Query({ schema: subscriberFilter }) filter: SubscriberFilter,
    @Query({ schema: subscriberFileQuery }) query: SubscriberFileQuery,
    @Staff() staff: ActingStaff,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const linkOf = query.links ? (id: number) => this.links.unsubscribe(id) : undefined;
    const file = subscribersFile(filter, this.zone, linkOf);
    return this.send(file, staff, query, reply);
  }

  private send(file: CsvFile, staff: ActingStaff, { bom }: FileQuery, reply: FastifyReply): Promise<void> {
    return this.sendExport.execute(file, staff, { bom: bom !== '0' }, reply);
  }

  private get zone(): string {
    return this.settings.ORG_TIME_ZONE;
  }
}
