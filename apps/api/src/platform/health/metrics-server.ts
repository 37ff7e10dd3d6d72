import { createServer, type Server } from 'node:http';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Settings } from '../config/index.ts';
import { log } from '../logging.ts';
import { registry } from './metrics.ts';

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
