import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { Clock } from '../clock/clock.ts';
import { isMigrated } from '../database/migrate.ts';
import { Probe } from '../http/route-decorators.ts';
import { Readiness } from './readiness.ts';

/** /healthz: the process is alive. /readyz: 200 when it may receive traffic, 503 otherwise. */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly readiness: Readiness,
  ) {}

  @Get('healthz')
  @Probe()
  alive() {
    return { alive: true };
  }

  @Get('readyz')
  @Probe()
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const migrated = await isMigrated(this.dataSource).catch(() => false);
    const ready = migrated && this.readiness.serving;
    reply.status(ready ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE);
    return { ready, migrated, clockOffsetMs: this.clock.offsetMs };
  }
}
