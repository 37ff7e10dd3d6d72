import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Settings } from './config/index.ts';
import { ErrorTracker } from './error-tracker.ts';
import { causeOf, log, output } from './logging.ts';
import type { Release } from './release.ts';
import { runInContext } from './request-context.ts';

const RELEASE: Release = { version: '1.0.0', commit: 'abc' };

/** A tracker's own side: the events that it got. */
const received: Record<string, unknown>[] = [];
const server = createServer((request, response) => {
  void text(request).then((body) => {
    const [, , event] = body.split('\n');
    received.push({ path: request.url, ...JSON.parse(event!) });
    response.end('{}');
  });
});

beforeAll(async () => {
  vi.spyOn(output, 'write').mockReturnValue(true);
  // Other specs of the worker may have silenced the log.
  log.level = 'info';
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  vi.restoreAllMocks();
  server.close();
});

const settings = (given: Partial<Settings> = {}) =>
  Object.assign(new Settings(), { SITE_URL: 'https://lampstand.church', ...given });
const atServer = () => ({ SENTRY_DSN: `http://key@127.0.0.1:${(server.address() as AddressInfo).port}/7` });

/** What the tracker got of these lines once the server has stopped. */
async function sentOf(given: Partial<Settings>, write: () => void) {
  received.length = 0;
  const tracker = new ErrorTracker(settings(given), RELEASE);
  write();
  await tracker.onApplicationShutdown();
  return [...received];
}

describe('the error tracker', () => {
  it('gets an error with its place, request and release, and nothing that its message quotes', async () => {
    const failure = Object.assign(new TypeError('maria@gracechurch.org is taken'), { code: '23505' });
    const [event, ...more] = await sentOf(atServer(), () =>
      runInContext({ requestId: 'r1', actor: 'visitor' }, () => log.error(causeOf(failure), 'request failed')),
    );
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      path: expect.stringContaining('/api/7/envelope/'),
      level: 'error',
      release: '1.0.0+abc',
      environment: 'lampstand.church',
      tags: { requestId: 'r1' },
      extra: { code: '23505' },
      exception: { values: [{ type: 'TypeError', value: 'request failed' }] },
    });
    expect(JSON.stringify(event)).toMatch(/error-tracker\.spec\.ts/);
    expect(JSON.stringify(event)).not.toMatch(/maria|user|server_name/);
  });

  it('gets errors without a cause, and of warnings those with one', async () => {
    const sent = await sentOf(atServer(), () => {
      log.warn('waiting for the migration lock');
      log.error({ lines: 3 }, 'log lines were dropped');
      log.warn({ queue: 'openAccount', ...causeOf(new RangeError()) }, 'job failed, will be tried again');
    });
    expect(sent).toMatchObject([
      { level: 'error', message: 'log lines were dropped', extra: { lines: 3 } },
      { level: 'warning', extra: { queue: 'openAccount' }, exception: { values: [{ type: 'RangeError' }] } },
    ]);
  });

  it('is not needed, and a server works while it is away', async () => {
    const write = () => log.error('request failed');
    expect(await sentOf({}, write)).toEqual([]);
    expect(await sentOf({ SENTRY_DSN: 'http://key@127.0.0.1:1/7' }, write)).toEqual([]);
  });
});
