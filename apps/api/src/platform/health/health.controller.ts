import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Clock } from '../clock/clock.ts';
import { Probe } from '../http/route-decorators.ts';
import { Release } from '../release.ts';
import { Readiness } from './readiness.ts';

/** /healthz: the process is alive. /readyz: 200 when it may receive traffic, 503 otherwise. */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(
    private readonly clock: Clock,
    private readonly readiness: Readiness,
    private readonly release: Release,
  ) {}

  @Get('healthz')
  @Probe()
  alive() {
    return { alive: true };
  }

  @Get('readyz')
  @Probe()
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const state = await this.readiness.state();
    reply.status(state.ready ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE);
    return { ...state, clockOffsetMs: this.clock.offsetMs, ...this.release };
  }
}
