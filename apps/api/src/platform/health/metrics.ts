import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { collectDefaultMetrics, Gauge, register } from 'prom-client';
import { Settings } from '../config/index.ts';
import { methodsWith } from '../discovery.ts';
import { type Measured, MEASURES } from './measures.ts';
import { Release } from '../release.ts';
import { Readiness } from './readiness.ts';

// The default of 10 ms costs 0.4 % of a core in an idle process.
collectDefaultMetrics({ eventLoopMonitoringPrecision: 50 });

const ready = new Gauge({ name: 'lampstand_ready', help: '1 while /readyz answers 200, else 0' });

const build = new Gauge({
  name: 'lampstand_build_info',
  help: 'Always 1: the version and the commit that run',
  labelNames: ['version', 'commit'],
});

const UNKNOWN = NaN;
/** A database that hangs counts as gone. Shorter than the timeout of a scrape. */
const TIMEOUT_MS = 5000;

/**
 * Serves the metrics at METRICS_PORT, never on the public port. The server does not start if that port is taken. Every
 * server reports the same of what `@Measures` reads in the database.
 */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly server: Server = createServer((_request, response) => {
    void this.measure()
      .then(() => register.metrics())
      .then((text) => response.setHeader('content-type', register.contentType).end(text));
  });

  constructor(
    private readonly settings: Settings,
    private readonly readiness: Readiness,
    private readonly discovery: DiscoveryService,
    release: Release,
  ) {
    build.set({ ...release }, 1);
  }

  async onApplicationBootstrap(): Promise<void> {
    this.server.listen(this.settings.METRICS_PORT, this.settings.METRICS_HOST);
    await once(this.server, 'listening');
  }

  onApplicationShutdown(): void {
    this.server.close();
  }

  /** Never rejects. */
  private async measure(): Promise<void> {
    const timeout = sleep(TIMEOUT_MS, null, { ref: false });
    const inTime = <T>(reading: Promise<T>) => Promise.race([timeout, reading]).catch(() => null);
    const state = await inTime(this.readiness.state());
    ready.set(Number(state?.ready ?? false));
    await Promise.all(
      [...methodsWith(this.discovery, MEASURES)].map(async ({ given, method }) =>
        report(given, state?.migrated ? await inTime(method() as Promise<Measured>) : null),
      ),
    );
  }
}

async function report(gauge: Gauge, measured: Measured): Promise<void> {
  gauge.reset();
  if (Array.isArray(measured)) for (const { labels, value } of measured) gauge.set(labels, value);
  // After a reset, a gauge with labels has no values.
  else if ((await gauge.get()).values.length) gauge.set(measured ?? UNKNOWN);
}
