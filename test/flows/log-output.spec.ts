/** A server keeps answering when its log cannot be written: the disk is full, or the pipe has no reader. @thorough */
import { type ChildProcess, spawn, spawnSync, type StdioOptions } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { claimPorts } from '../../tools/local/environment.ts';
import { metricsOf } from '../invariants/leaks.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';
import { apiEnvironment } from '../support/stack.mjs';

const stack = inProcessStack();
/** Their lines are more than the server keeps and a pipe takes. */
const REQUESTS = 3000;
const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** A second server on the database of the stack. */
async function serverWith(stdio: StdioOptions) {
  const claim = await claimPorts(2);
  const [port = 0, metricsPort = 0] = claim.ports;
  const ports = { sandbox: Number(new URL(stack.sandboxUrl).port), smtp: stack.smtpPort };
  const own = { DATABASE_URL: stack.databaseUrl, SITE_URL: stack.url, DATA_DIR: path.join(stack.home, String(port)) };
  const addresses = { PORT: String(port), METRICS_PORT: String(metricsPort) };
  const env = { PATH: process.env.PATH, ...(await apiEnvironment(stack.home, ports)), ...own, ...addresses };
  const child = spawn(process.execPath, ['apps/api/build/main.js'], { env, stdio });
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  ends.push(
    () => claim.release(),
    () => child.kill('SIGKILL') && ended,
  );
  const url = `http://127.0.0.1:${port}`;
  await eventually(
    () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    { within: 60_000 },
  );
  return {
    child,
    /** The statuses of all requests, twenty at a time. */
    answers: async () => {
      const statuses = new Set<number>();
      for (let sent = 0; sent < REQUESTS; sent += 20)
        for (const { status } of await Promise.all(
          Array.from({ length: 20 }, () => fetch(`${url}/api/nothing`, { signal: AbortSignal.timeout(10_000) })),
        ))
          statuses.add(status);
      return [...statuses];
    },
    dropped: async () => {
      const [metrics] = await metricsOf({ apis: [{ metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` }] });
      return Number(/^lampstand_log_lines_dropped_total (\d+)$/m.exec(metrics!.text)?.[1]);
    },
    stops: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

const parsed = async (output: Readable, until: (line: Record<string, unknown>) => boolean) => {
  const lines: Record<string, unknown>[] = [];
  for await (const text of createInterface(output)) {
    lines.push(JSON.parse(text) as Record<string, unknown>);
    if (until(lines.at(-1)!)) break;
  }
  return lines;
};

describe('a server whose log', () => {
  it('is on a full disk answers, counts the lines that it drops, and stops as usual', async () => {
    const disk = openSync('/dev/full', 'w');
    ends.push(() => closeSync(disk));
    const server = await serverWith(['ignore', disk, disk]);
    expect(await server.answers()).toEqual([404]);
    expect(await server.dropped()).toBeGreaterThan(100);
    expect(await server.stops()).toBe(0);
  });

  const UNREAD: Record<string, () => { output: 'pipe' | number; reader: (child: ChildProcess) => Readable }> = {
    socket: () => ({ output: 'pipe', reader: ({ stdout }) => stdout! }),
    pipe: () => {
      const fifo = path.join(stack.home, 'log.fifo');
      expect(spawnSync('mkfifo', [fifo]).status).toBe(0);
      const output = openSync(fifo, 'r+');
      ends.push(() => closeSync(output));
      const reader = () => {
        const cat = spawn('cat', [fifo]);
        ends.push(() => cat.kill());
        return cat.stdout;
      };
      return { output, reader };
    },
  };

  it.each(Object.keys(UNREAD))(
    'is a %s that no one reads answers; a line tells the reader how many are missing',
    async (kind) => {
      const { output, reader } = UNREAD[kind]!();
      const server = await serverWith(['ignore', output, 'ignore']);
      expect(await server.answers()).toEqual([404]);
      const dropped = await server.dropped();
      expect(dropped).toBeGreaterThan(100);
      const lines = await parsed(reader(server.child), ({ msg }) => msg === 'log lines were dropped');
      expect(lines.at(-1)).toMatchObject({ level: 'error', lines: dropped });
      const answered = lines.filter(({ route }) => route !== undefined);
      expect(answered.length + dropped).toBeGreaterThanOrEqual(REQUESTS);
      expect(await server.stops()).toBe(0);
    },
  );
});
