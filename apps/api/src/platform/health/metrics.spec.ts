import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { Injectable, type Provider } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { Settings } from '../config/index.ts';
import { Measures } from './measures.ts';
import { MetricsServer } from './metrics.ts';
import { Release } from '../release.ts';
import { Readiness } from './readiness.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const aTakenPort = () =>
  new Promise<number>((resolve) => {
    const server = createServer((_request, response) => response.end('someone else'));
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    closing.push(() => server.close());
  });

async function aFreePort(): Promise<number> {
  const port = await aTakenPort();
  await closing.pop()?.();
  return port;
}

async function serve(port: number, { migrated = true, more = [] as Provider[] } = {}): Promise<void> {
  const dataSource = { migrations: migrated ? [] : [{ name: 'Later' }], query: async () => [] };
  const module = await Test.createTestingModule({
    imports: [DiscoveryModule],
    providers: [
      { provide: Settings, useValue: Object.assign(new Settings(), { METRICS_PORT: port }) },
      { provide: DataSource, useValue: dataSource },
      { provide: Release, useValue: Release.of(new URL('../../../../../package.json', import.meta.url)) },
      Readiness,
      MetricsServer,
      ...more,
    ],
  }).compile();
  await module.init();
  closing.push(() => module.close());
}

const textAt = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

const [chairs, doors, guests] = [
  new Gauge({ name: 'chairs', help: 'Chairs' }),
  new Gauge({ name: 'doors', help: 'Doors' }),
  new Gauge({ name: 'guests', help: 'Guests by table', labelNames: ['table'] }),
];

@Injectable()
class House {
  @Measures(chairs)
  async chairs() {
    return 4;
  }

  @Measures(doors)
  async doors() {
    throw new Error('locked');
  }

  @Measures(guests)
  async guests() {
    return [{ labels: { table: 'round' }, value: 3 }];
  }
}

it('The metrics are served on a port of their own', async () => {
  const port = await aFreePort();
  await serve(port);
  const text = await textAt(port);
  for (const line of ['lampstand_ready 1', '# TYPE process_cpu_seconds_total ']) expect(text).toContain(line);
});

it('A gauge has the value that its method returns, and none when the method fails', async () => {
  const port = await aFreePort();
  await serve(port, { more: [House] });
  const text = await textAt(port);
  for (const line of ['chairs 4', 'doors Nan', 'guests{table="round"} 3']) expect(text).toContain(`\n${line}\n`);
});

it('A server whose database is not migrated is not ready, and its gauges have no values', async () => {
  const port = await aFreePort();
  await serve(port, { migrated: false, more: [House] });
  const text = await textAt(port);
  for (const line of ['lampstand_ready 0', 'chairs Nan', 'doors Nan']) expect(text).toContain(`\n${line}\n`);
  expect(text).not.toContain('\nguests');
});

it('A server does not start without its metrics: their port is taken', async () => {
  const port = await aTakenPort();
  await expect(serve(port)).rejects.toMatchObject({ code: 'EADDRINUSE', port });
});

it('The platform counts requests, jobs, log lines and outages; a module counts its own', () => {
  // In a process of its own: other spec files of this one load modules that count.
  const urlOf = (file: string) => new URL(file, import.meta.url).href;
  const script = `
    await import('${urlOf('../platform.module.ts')}');
    await import('${urlOf('../http/hooks.ts')}');
    const { register } = await import('prom-client');
    process.stdout.write(register.getMetricsAsArray().map(({ name }) => name).join(' '));
    process.exit();`;
  const args = ['--import', urlOf('../../../../../tools/typescript.ts'), '--input-type=module', '-e', script];
  const ours = execFileSync(process.execPath, args, { encoding: 'utf8' }).split(' ');
  expect(ours.filter((name) => name.startsWith('lampstand_')).toSorted()).toEqual([
    'lampstand_backup_timestamp_seconds',
    'lampstand_build_info',
    'lampstand_database_connections',
    'lampstand_database_connections_max',
    'lampstand_database_pool_max',
    'lampstand_database_pool_used',
    'lampstand_dead_jobs',
    'lampstand_http_seconds',
    'lampstand_jobs_total',
    'lampstand_jobs_waiting',
    'lampstand_log_lines_dropped_total',
    'lampstand_oldest_job_seconds',
    'lampstand_provider_away_people',
    'lampstand_ready',
  ]);
});
