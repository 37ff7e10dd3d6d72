import { type ScheduledFile, VIEW_MESSAGES } from '@lampstand/contracts/back-office';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ParseId } from '../../platform/http/parse-id.ts';
import { Compressed } from '../../platform/http/route-decorators.ts';
import { SendExport } from '../exports/send-export.ts';
import { type ActingStaff, RequirePermission, Staff } from '../session/require-permission.ts';
import { ScheduledFiles } from './scheduled-files.tsx';

const FileId = () => Param('id', new ParseId(VIEW_MESSAGES.noSuchFile));

/** The files of saved views. */
@ApiTags('Back office')
@Controller('api/admin/files')
@RequirePermission('export')
export class FilesController {
  constructor(
    private readonly scheduledFiles: ScheduledFiles,
    private readonly sendExport: SendExport,
  ) {}

  @Get(':id')
  @ApiOperation({ summary: 'What a scheduled file has, and until when it can be downloaded; 404' })
  find(@FileId() id: number): Promise<ScheduledFile> {
    return this.scheduledFiles.find(id);
  }

  @Get(':id/download')
  @Compressed()
  @ApiProduces('text/csv')
  @ApiOperation({ summary: 'The file as CSV, with what its people have entered by now; 404, 410 after 30 days' })
  async download(@FileId() id: number, @Staff() staff: ActingStaff, @Res() reply: FastifyReply): Promise<void> {
    const file = await this.scheduledFiles.download(id);
    await this.sendExport.execute(file, staff, { bom: true, unfiled: false }, reply);
  }
}
