/** The log: its lines, when it cannot be written, the check of logs in tests, and what PostgreSQL logs. @slow */
import { describe, expect, it, afterEach, beforeEach } from 'vitest';
import {
  aVisitor,
  without,
  aKey,
  anApplication,
  aPastor,
  callsTo,
  databaseLog,
  storedTrial,
  storedApplications,
} from '../builders/index.ts';
import { settled, atOnce } from '../invariants/index.ts';
import { eventually, sharedStack } from '../support/index.ts';
import { inProcessStack } from '../support/own-stack.ts';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { allowLogs, logCheck } from '../support/logs.mjs';
import { connectStack, apiEnvironment } from '../support/stack.mjs';
import { startInProcessStack } from '../support/in-process-stack.mjs';
import { type ChildProcess, spawn, spawnSync, type StdioOptions } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { claimPorts } from '../../tools/local/environment.ts';
import { metricsOf } from '../invariants/leaks.ts';

const stack = inProcessStack();

type Line = Record<string, unknown>;

const lines = async (): Promise<Line[]> =>
  (await stack.logs())
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);

/** The lines of the request that queued the job of `queue`, and of all that followed from it. */
async function caused(queue: string): Promise<Line[]> {
  const all = await lines();
  const { requestId } = all.find((line) => line['queue'] === queue)!;
  return all.filter((line) => line['requestId'] === requestId);
}

const JOB_ID = expect.stringMatching(/^[0-9a-f-]{36}$/);

describe('the log', () => {
  it('names the id that the answer has, the route, the outcome and the duration of a request', async () => {
    const { headers } = await fetch(`${stack.url}/api/config`, { headers: { 'x-request-id': 'chosen by the caller' } });
    const requestId = headers.get('x-request-id');
    const answered = await eventually(async () => (await lines()).find((line) => line['requestId'] === requestId));
    expect(answered).toMatchObject({ method: 'GET', status: '200', ms: expect.any(Number), msg: 'answered' });
  });

  it('has the id of a request in all lines of the jobs that it queued, of those that these queued, and of retries', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await visitor.savesCard();
    // Other mails of the sign-up may be under way: all fail until the one that is to fail has failed.
    await stack.sandbox.fault({ match: 'SMTP', mode: '503', times: 0 });
    expect((await visitor.opensAccount()).status).toBe(200);
    await eventually(async () =>
      (await lines()).some(({ queue, msg }) => queue === 'sendWelcomeMail' && String(msg).startsWith('job failed')),
    );
    await stack.sandbox.heal();
    await settled(stack);
    const found = await caused('openAccount');
    expect(found.filter(({ msg }) => msg === 'answered')).toEqual([
      expect.objectContaining({ method: 'POST', route: expect.stringMatching(/^\/api\//) }),
    ]);
    expect(found).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ queue: 'openAccount', jobId: JOB_ID, msg: 'job done', ms: expect.any(Number) }),
        expect.objectContaining({ queue: 'sendWelcomeMail', jobId: JOB_ID, msg: 'job failed, will be tried again' }),
        expect.objectContaining({ queue: 'sendWelcomeMail', jobId: JOB_ID, msg: 'job done' }),
      ]),
    );
  });

  it('has lines without the id of a request or sweep for the server itself only', async () => {
    const others = (await lines()).filter(({ requestId }) => requestId === 'none');
    expect(others.filter(({ msg }) => msg !== 'listening')).toEqual([]);
  });

  it('has the id in the line of a failure', async () => {
    stack.allowLogs(/"code":"42P01"/);
    const answer = await without(stack, 'signUps', () => aVisitor(stack).signsUp());
    expect(answer.status).toBe(500);
    const requestId = answer.headers.get('x-request-id');
    const messages = async () =>
      (await lines()).filter((line) => line['requestId'] === requestId).map(({ msg }) => msg);
    await eventually(async () => (await messages()).includes('answered'));
    expect(await messages()).toEqual(['request failed', 'answered']);
  });
});

describe('The log of PostgreSQL', () => {
  const stack = sharedStack();

  it.each([
    ['ambassador-application', () => anApplication()],
    ['trial-signup', () => aPastor()],
  ])('a call of %s that is repeated ten times at once leaves no line of its key', async (call, bodyOf) => {
    const body = bodyOf();
    const key = { 'idempotency-key': aKey() };
    const answers = await atOnce(10, (index) => callsTo({ url: stack.apiUrls[index % 2]! }).post(call, body, key));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    const { id } = answers[0]!.body;
    const row = call === 'trial-signup' ? await storedTrial(stack, id) : (await storedApplications(stack, body))[0];
    const stored = row['idempotency_key'] ?? row['repeat_key'];
    expect(stored).toMatch(/.{8}/);
    expect(await databaseLog(stack)).not.toContain(stored);
  });
});

describe('What a stack logs', () => {
  let home: string;
  beforeEach(async () => void (home = await mkdtemp(path.join(tmpdir(), 'lampstand-test-'))));
  afterEach(() => rm(home, { recursive: true }));

  const write = (line: string) => appendFile(path.join(home, 'api-1.log'), `${line}\n`);
  const logged = (level: string, msg: string, at = new Date()) =>
    write(JSON.stringify({ level, time: at.toISOString(), msg }));

  describe('The check of the server logs', () => {
    it.each(['warn', 'error', 'fatal'])('fails on a line of the level %s that no test announced', async (level) => {
      const check = logCheck(home);
      await logged('info', 'job done');
      await check();
      await logged(level, 'job failed');
      await expect(check()).rejects.toThrow('job failed');
    });

    it.each([
      ['a warning of Node', '(node:7) DeprecationWarning: it goes'],
      ['an uncaught error', 'TypeError: it is undefined'],
    ])('fails on %s', async (_what, line) => {
      await write(line);
      await expect(logCheck(home)()).rejects.toThrow(line);
    });

    it('reports each line once, and half a line when it is whole', async () => {
      const check = logCheck(home);
      await logged('warn', 'first');
      await appendFile(path.join(home, 'api-1.log'), '{"level":"warn",');
      await expect(check()).rejects.toThrow(/^(?!.*"warn",$)/s);
      await check();
      await write('"msg":"second"}');
      await expect(check()).rejects.toThrow(/^(?!.*first).*second/s);
    });

    it('accepts a line that matches what was announced before it, and no other', async () => {
      const check = logCheck(home);
      await logged('warn', 'mail failed', new Date(Date.now() - 1000));
      allowLogs(home, [/mail failed/]);
      await expect(check()).rejects.toThrow('mail failed');
      await logged('warn', 'mail failed');
      await check();
      await logged('warn', 'text failed');
      await expect(check()).rejects.toThrow('text failed');
    });

    it('accepts an announced line that does not come', async () => {
      allowLogs(home, [/mail failed/]);
      await logCheck(home)();
    });

    it('runs when a stack stops', async () => {
      const { address, stop } = await startInProcessStack({ env: { LIMITS: 'on' } });
      const view = connectStack(address);
      const violation = { documentURL: view.url, blockedURL: 'inline', effectiveDirective: 'img-src' };
      const body = { type: 'csp-violation', body: violation };
      const type = { 'content-type': 'application/reports+json' };
      const { status } = await callsTo(view).raw('csp-reports', JSON.stringify([body]), type);
      await view.close();
      await expect(stop()).rejects.toThrow('content security policy violation');
      expect(status).toBe(204);
    }, 120_000);
  });
});

describe('A log that cannot be written', { tags: 'thorough' }, () => {
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
});
