import { createServer, type Server } from 'node:http';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { Settings } from '../config/index.ts';
import { log, output } from '../logging.ts';

export const registry = new Registry();
// The default of 10 ms costs 0.4 % of a core in an idle process.
collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 50 });

const registers = [registry];

export const httpSeconds = new Histogram({
  name: 'lampstand_http_seconds',
  help: 'Response time by route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
});

export const transitionsTotal = new Counter({
  name: 'lampstand_workflow_transitions_total',
  help: 'Workflow transitions by event',
  labelNames: ['flow', 'event'],
  registers,
});

export const unknownStatesTotal = new Counter({
  name: 'lampstand_workflow_unknown_states_total',
  help: 'Requests and jobs for an entity in a state of a newer version of its chart',
  labelNames: ['flow', 'state'],
  registers,
});

export const notesTotal = new Counter({
  name: 'lampstand_workflow_notes_total',
  help: 'Journal notes: codes sent and wrong, cards declined, mails sent and bounced',
  labelNames: ['flow', 'note'],
  registers,
});

export const jobsSettled = new Counter({
  name: 'lampstand_jobs_total',
  help: 'Jobs done and failed by queue',
  labelNames: ['queue', 'outcome'],
  registers,
});

export const cspViolations = new Counter({
  name: 'lampstand_csp_violations_total',
  help: 'Content security policy violations reported by browsers',
  labelNames: ['directive', 'blocked'],
  registers,
});

const logLinesDropped = new Counter({
  name: 'lampstand_log_lines_dropped_total',
  help: 'Log lines that could not be written: the disk is full, or nobody reads the output',
  registers,
});
output.on('drop', () => logLinesDropped.inc());

export const ready = new Gauge({
  name: 'lampstand_ready',
  help: '1 while /readyz answers 200, else 0',
  registers,
});

export const oldestUnopenedSeconds = new Gauge({
  name: 'lampstand_oldest_unopened_seconds',
  help: 'Seconds since the oldest card was stored whose account is not open; 0 if there is none',
  registers,
});

export const webhookLagSeconds = new Gauge({
  name: 'lampstand_webhook_lag_seconds',
  help: 'Seconds between event and webhook: the 95th percentile of the last hour',
  registers,
});

export const deadJobs = new Gauge({
  name: 'lampstand_dead_jobs',
  help: 'Jobs that have used up their retries',
  registers,
});

export const providerAwayPeople = new Gauge({
  name: 'lampstand_provider_away_people',
  help: 'People who failed at a step since the last success, for each step whose provider is away',
  labelNames: ['step'],
  registers,
});

export const codesPerDay = new Gauge({
  name: 'lampstand_codes_per_day',
  help: 'The setting CODES_PER_DAY',
  registers,
});

/** Serves the metrics at METRICS_PORT, never on the public port. If that port is taken, the server runs without metrics. */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private measure = (): Promise<void> => Promise.resolve();
  private readonly server: Server = createServer((_request, response) => {
    void this.measure()
      .then(() => registry.metrics())
      .then((text) => response.setHeader('content-type', registry.contentType).end(text));
  });

  constructor(private readonly settings: Settings) {}

  /** Calls `measure`, which never rejects, before each scrape. */
  beforeScrape(measure: () => Promise<void>): void {
    this.measure = measure;
  }

  onApplicationBootstrap(): void {
    this.server.on('error', (error: NodeJS.ErrnoException) =>
      log.warn({ code: error.code }, 'could not listen on METRICS_PORT; metrics are disabled'),
    );
    this.server.listen(this.settings.METRICS_PORT, this.settings.METRICS_HOST);
  }

  onApplicationShutdown(): void {
    this.server.close();
  }
}
