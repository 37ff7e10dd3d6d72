import { type AuditQuery, auditQuery, type AuditRow } from '@lampstand/contracts/back-office';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tellPage } from '../pages.ts';
import { Needs } from './needs.ts';
import { FindAudit } from './queries/find-audit.ts';

/** What staff did. */
@ApiTags('Back office')
@Controller('api/admin/audit')
@Needs('audit')
export class AuditController {
  constructor(private readonly findAudit: FindAudit) {}

  @Get()
  @ApiOperation({ summary: 'Sign-ins, failures, reveals, exports, repairs, decisions, newest first, page by page' })
  async list(
    @Query({ schema: auditQuery }) query: AuditQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuditRow[]> {
    const { rows, ...page } = await this.findAudit.execute(query);
    tellPage(request, reply, page);
    return rows;
  }
}
