/** The versions of Node and PostgreSQL and the modes of PgBouncer that docs/operations.md names: each with a whole sign-up. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { claimPorts, generatedSecrets, sandboxKeys } from '../../tools/local/environment.mjs';
import { aDeadJob, type Answer, anAgent, aVisitor, canaries, everyRead } from '../builders/index.ts';
import { expectNoViolations, settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { ownedDatabase, testPostgres } from '../support/postgres.mjs';
import type { OwnStack } from '../support/own-stack.ts';
import { startStack } from '../support/stack.mjs';
import { installNode, startOtherPostgres, startPgBouncer } from './other-versions.ts';

jest.setTimeout(300_000);

const table: { platform: string; result: string }[] = [];
let home: string;
beforeAll(async () => void (home = await mkdtemp(path.join(tmpdir(), 'lampstand-platforms-'))));
const folder = () => mkdtemp(path.join(home, 'version-'));
afterAll(async () => {
  await rm(home, { recursive: true });
  console.table(table);
});

/** Repeats a call while two files are still being sent to the account. */
const unlessBusy = (call: () => Promise<Answer>): Promise<Answer> =>
  eventually(async () => {
    const answer = await call();
    return answer.status === 429 ? undefined : answer;
  });

/** Signs up to an open account, reads everything of the back office, and stops the stack. Returns how many reads there were. */
async function walk(stack: OwnStack): Promise<number> {
  try {
    await aVisitor(stack).becomesMember();
    await settled(stack, { within: 60_000 });
    await expectNoViolations(stack);
    const made = await canaries(stack);
    await aDeadJob(stack, made.signups[0]!);
    const staff = await anAgent(stack, 'administrator');
    const reads = await everyRead(stack, made, { get: (path) => unlessBusy(() => staff.get(path)) });
    // The database page has its own password; an item of the queue has one kind; there is no file.
    const refused = /^\/api\/admin\/(auth\?|queue\/\w+|privacy\/|files\/)/;
    const failed = reads.filter(([call, { status }]) => status >= (refused.test(call) ? 500 : 400));
    expect(failed.map(([call, { status }]) => `${status} ${call}`)).toEqual([]);
    expect(await stack.logs()).not.toMatch(/^\(node:\d+\)|\w+Warning:|"code":"[0-9A-Z]{5}"/m);
    return reads.length;
  } finally {
    await stack.stop();
  }
}

describe('Node', () => {
  it.each(['20.19.0', '22', '24', '26'])('%s runs sandbox and servers, and prints no warning', async (version) => {
    const { program, found } = installNode(await folder(), version);
    const reads = await walk(await startStack({ node: program }));
    table.push({ platform: `Node ${found}`, result: `account opened, ${reads} reads, no warning` });
  });
});

/** Starts servers as the owner of one database, who is no superuser, and walks. */
async function walkAsOwner(serverUrl: string): Promise<number> {
  const database = await ownedDatabase(serverUrl);
  try {
    return await walk(await startStack({ databaseUrl: database.url }));
  } finally {
    await database.drop();
  }
}

/** The only line of a server that does not start. */
async function refusalAt(databaseUrl: string): Promise<string> {
  const { ports, release } = await claimPorts(4);
  const [sandbox = 0, smtp = 0, port, metricsPort] = ports;
  const env = {
    ...(await generatedSecrets(home)),
    ...sandboxKeys({ sandbox, smtp }),
    SITE_URL: `http://localhost:${port}`,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
  };
  const server = spawn(process.execPath, ['apps/api/build/main.js'], { env, timeout: 60_000 });
  const [printed, complained, [code]] = await Promise.all([
    text(server.stdout),
    text(server.stderr),
    once(server, 'exit'),
  ]);
  release();
  expect({ printed, code }).toEqual({ printed: '', code: 1 });
  expect(complained).toMatch(/^.+\n$/);
  return complained.trim();
}

describe('PostgreSQL', () => {
  it.each(['15.18.0-beta.17', '16.14.0-beta.17', '17.10.0-beta.17', '18.4.0-beta.17'])(
    '%s serves a role that owns one database and is no superuser',
    async (version) => {
      const server = await startOtherPostgres(await folder(), version);
      try {
        const reads = await walkAsOwner(server.url);
        table.push({ platform: `PostgreSQL ${version}`, result: `account opened, ${reads} reads` });
      } finally {
        await server.stop();
      }
    },
  );

  it('14 is refused at boot in one sentence', async () => {
    const server = await startOtherPostgres(await folder(), '14.23.0-beta.17');
    try {
      const said = await refusalAt(server.url);
      expect(said).toBe('PostgreSQL 14 is too old: at least 15 is needed at DATABASE_URL.');
      table.push({ platform: 'PostgreSQL 14', result: said });
    } finally {
      await server.stop();
    }
  });
});

const REFUSED_MODES = {
  transaction:
    /^DATABASE_URL leads to a pooler that changes sessions .*: set pool_mode = session in PgBouncer, or connect /,
  statement: /^PostgreSQL at DATABASE_URL refuses: transaction blocks not allowed in statement pooling mode$/,
};

describe('PgBouncer', () => {
  const pooled = async (mode: Parameters<typeof startPgBouncer>[1], work: (url: string) => Promise<string>) => {
    const database = await ownedDatabase((await testPostgres()).url);
    const pooler = await startPgBouncer(database.url, mode);
    try {
      table.push({ platform: `PgBouncer, ${mode} mode`, result: await work(pooler.url) });
    } finally {
      await pooler.stop();
      await database.drop();
    }
  };

  it('in session mode carries everything, with its settings as they are', () =>
    pooled('session', async (url) => {
      const reads = await walk(await startStack({ databaseUrl: url }));
      return `account opened, ${reads} reads`;
    }));

  it.each(['transaction', 'statement'] as const)('in %s mode is refused at boot in one sentence', (mode) =>
    pooled(mode, async (url) => {
      const said = await refusalAt(url);
      expect(said).toMatch(REFUSED_MODES[mode]);
      return said;
    }),
  );
});

it('a package that is behind a major version has its reason in docs/decisions/0017', async () => {
  const { program } = installNode(await folder(), '26');
  const npm = process.env.npm_execpath!;
  // Fails when it names a package. The newest version depends on Node's.
  const { stdout } = spawnSync(program, [npm, 'outdated', '--json'], { encoding: 'utf8' });
  const major = (version: string) => Number(version.split('.')[0]);
  type Row = { current: string; latest: string };
  const behind = Object.entries(JSON.parse(stdout) as Record<string, Row | Row[]>)
    .map(([name, rows]) => ({ name, ...[rows].flat()[0]! }))
    .filter(({ current, latest }) => major(latest) > major(current))
    .map(({ name, current, latest }) => `\`${name}\` | ${major(current)} | ${major(latest)}`);
  const page = readFileSync('docs/decisions/0017-dependencies-behind-a-major-version.md', 'utf8');
  const rows = [...page.matchAll(/^\| (`.+?`) +\| (\d+) +\| (\d+) +\|/gm)].map((row) => row.slice(1).join(' | '));
  expect(rows).toEqual(behind.sort());
});
