import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Settings } from '../config/index.ts';
import { log } from '../logging.ts';
import { MetricsServer, transitionsTotal } from './metrics.ts';

const closing: (() => unknown)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

const aTakenPort = () =>
  new Promise<number>((resolve) => {
    const server = createServer((_request, response) => response.end('somebody else'));
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    closing.push(() => server.close());
  });

function serve(port: number): MetricsServer {
  const metrics = new MetricsServer(Object.assign(new Settings(), { METRICS_PORT: port }));
  metrics.onApplicationBootstrap();
  closing.push(() => metrics.onApplicationShutdown());
  return metrics;
}

const textAt = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

describe('the metrics', () => {
  it('are served on a port of their own', async () => {
    const port = await aTakenPort();
    closing.splice(0).forEach((close) => close());
    serve(port);
    transitionsTotal.inc({ flow: 'trial-signup', event: 'signup.saved' });
    const text = await textAt(port);
    expect(text).toContain('lampstand_workflow_transitions_total{flow="trial-signup",event="signup.saved"} 1');
    for (const name of ['lampstand_http_seconds', 'lampstand_jobs_total', 'process_cpu_seconds_total'])
      expect(text).toContain(name);
  });

  it('are disabled when the port is in use; the server keeps running', async () => {
    log.level = 'silent';
    const port = await aTakenPort();
    serve(port);
    expect(await textAt(port)).toBe('somebody else');
  });
});
