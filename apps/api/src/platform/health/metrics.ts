import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { createServer, type Server } from 'node:http';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Settings } from '../config/index.ts';
import { log } from '../logging.ts';

/** What an operator watches; served on its own port, never the public one. */
export const registry = new Registry();
collectDefaultMetrics({ register: registry });

const registers = [registry];

export const httpSeconds = new Histogram({
  name: 'lampstand_http_seconds',
  help: 'Time to answer, by route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
});

export const transitionsTotal = new Counter({
  name: 'lampstand_workflow_moves_total',
  help: 'Moves of a flow, by event',
  labelNames: ['flow', 'event'],
  registers,
});

export const notesTotal = new Counter({
  name: 'lampstand_workflow_notes_total',
  help: 'Notes in the journal: codes sent and wrong, cards declined, mails sent and bounced',
  labelNames: ['flow', 'note'],
  registers,
});

export const jobsSettled = new Counter({
  name: 'lampstand_jobs_total',
  help: 'Jobs that were done or failed, by queue',
  labelNames: ['queue', 'outcome'],
  registers,
});

export const cspViolations = new Counter({
  name: 'lampstand_csp_violations_total',
  help: 'What the content security policy of a page stopped, as browsers report it',
  labelNames: ['directive', 'blocked'],
  registers,
});

export const clockAhead = new Gauge({
  name: 'lampstand_clock_ahead_seconds',
  help: 'How far the clock of this machine is ahead of the database, whose clock dates everything',
  registers,
});

/** Prometheus metrics on a port of their own. A taken port costs the metrics, not the site. */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly server: Server = createServer((_request, response) => {
    void registry.metrics().then((text) => response.setHeader('content-type', registry.contentType).end(text));
  });

  constructor(private readonly settings: Settings) {}

  onApplicationBootstrap(): void {
    this.server.on('error', (error: NodeJS.ErrnoException) =>
      log.warn({ code: error.code }, 'metrics are not served: METRICS_PORT'),
    );
    this.server.listen(this.settings.METRICS_PORT, this.settings.METRICS_HOST);
  }

  onApplicationShutdown(): void {
    this.server.close();
  }
}
