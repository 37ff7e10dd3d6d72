/** The database is lost and restored, by the commands of docs/operations.md, from a backup that was taken while people signed up. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { installPostgres } from '../../tools/local/debian.ts';
import { root } from '../../tools/local/setup.ts';
import {
  aMember,
  aPastor,
  aVisitor,
  callsTo,
  endHeartbeats,
  lifeOf,
  type Member,
  type Visitor,
} from '../builders/index.ts';
import { advanceAndSettle, expectNoViolations, settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { ownedDatabase, ownPostgres } from '../support/postgres.mjs';
import type { OwnStack } from '../support/own-stack.ts';
import { startStack } from '../support/stack.mjs';

/** A server of the distribution: the package of npm has no `pg_dump`. */
const native = installPostgres();
const stack = {} as OwnStack;
let server: Awaited<ReturnType<typeof ownPostgres>>;
let database: Awaited<ReturnType<typeof ownedDatabase>>;
let home: string;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'lampstand-drill-'));
  server = await ownPostgres({ native });
  database = await ownedDatabase(server.url);
  const env = { DATABASE_URL: database.servingUrl, MIGRATION_DATABASE_URL: database.url };
  Object.assign(stack, await startStack({ databaseUrl: database.url, env }));
}, 120_000);
afterAll(async () => {
  await stack.stop?.();
  await database?.drop();
  await server?.end();
  await rm(home, { recursive: true });
});

const pass = advanceAndSettle(stack);
const timed = async <T>(what: string, work: () => Promise<T> | T): Promise<T> => {
  const begun = performance.now();
  const result = await work();
  console.log(`${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  return result;
};

/** Runs the block of commands that a section of docs/operations.md has. Throws what it complains about. */
async function runs(section: string, variables: Record<string, string> = {}): Promise<void> {
  const text = (await readFile(path.join(root, 'docs/operations.md'), 'utf8')).split(`\n## ${section}\n`)[1]!;
  const [, commands] = /```sh\n(.*?)```/s.exec(text)!;
  const env = {
    PATH: `${native}/bin:${process.env['PATH']}`,
    BACKUPS: home,
    MIGRATION_DATABASE_URL: database.url,
    ...variables,
  };
  execFileSync('sh', ['-c', commands!], { env, stdio: ['ignore', 'inherit', 'pipe'], encoding: 'utf8' });
}

/** Takes a backup and returns its file. */
async function takesBackup(): Promise<string> {
  const before = await readdir(home);
  await runs('Backups');
  const [name, ...others] = (await readdir(home)).filter((each) => !before.includes(each));
  expect([name, others]).toEqual([expect.stringMatching(/^lampstand-[\dT-]+\.dump$/), []]);
  return path.join(home, name!);
}

/** Schema and rows as SQL. */
const contentsOf = (file: string): string =>
  execFileSync(`${native}/bin/pg_restore`, ['--no-owner', '--no-privileges', '--file=-', file], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  }).replaceAll(/^\\(un)?restrict .*$/gm, '');

describe('A restore', () => {
  let file: string;
  let members: Member[];
  let waiting: Visitor;
  let quiet: Visitor;
  const before: number[] = [];
  const after: number[] = [];

  beforeAll(async () => {
    members = [await aMember(stack), await aMember(stack, { plan: 'tier_50_99' })];
    await pass({ days: 24 });
    members.push(await aMember(stack));
    waiting = await aVisitor(stack).provesPhone();
    quiet = aVisitor(stack);
    await quiet.signsUp();
    await settled(stack);
  });

  it('has every sign-up from before the backup, which was taken while people signed up', async () => {
    const { post } = callsTo(stack);
    let going = true;
    let begun = false;
    const people = Array.from({ length: 8 }, async () => {
      while (going) {
        const then = begun;
        const { status, body } = await post('trial-signup', aPastor());
        // A busy server may answer 503; only what it confirmed has to be in the backup.
        if (status === 201) (then ? after : before).push(body.id);
      }
    });
    await eventually(() => before.length > 400, { within: 120_000 });
    begun = true;
    await settledPosts(before);
    const acknowledged = [...before];
    file = await timed('backup while people sign up', takesBackup);
    going = false;
    await Promise.all(people);
    expect(after.length).toBeGreaterThan(0);

    for (const api of stack.apis) await api.kill();
    await loseTheDatabase();
    await timed('restore', () => runs('Restoring a lost database', { file }));
    expect(contentsOf(await takesBackup())).toBe(contentsOf(file));
    const found = await stack.query('SELECT id::float8 AS id FROM trial_signups WHERE id = ANY($1)', [acknowledged]);
    expect(found).toHaveLength(acknowledged.length);
  });

  it('gives a database that the servers start on, with all invariants intact', async () => {
    // A backup is older than the heartbeats of the jobs that ran when it was taken; this one is seconds old.
    await endHeartbeats(stack);
    await timed('start of the first server', () => stack.apis[0]!.restart());
    await stack.apis[1]!.restart();
    await expectNoViolations(stack, { copiesOfMails: true });
  });

  it('lets sign-ups and subscriptions continue: the code form, the card form, the first charge', async () => {
    // Otherwise hundreds of visitors would get reminders.
    await stack.query('UPDATE trial_signups SET reminders_stopped_at = now() WHERE id = ANY($1)', [before]);
    await quiet.asksForCode();
    expect((await quiet.typesCode()).status).toBe(200);
    await waiting.savesCard();
    expect((await waiting.opensAccount()).body).toMatchObject({ success: true });
    await pass({ days: 8 });
    await stack.sandbox.mails(members[0]!.email, { subject: 'Receipt for invoice' });
    for (const member of members.slice(0, 2)) {
      const life = await lifeOf(stack, member.id);
      expect(life.state).toBe('active');
      expect(life.payments.filter(({ paid_in_cents: paid }: any) => paid > 0)).toHaveLength(1);
    }
    expect((await lifeOf(stack, members[2]!.id)).state).toBe('trialing');
    await expectNoViolations(stack, { copiesOfMails: true });
  });

  /** Waits until posts sent before the flag are answered. */
  const settledPosts = async (list: number[]) => {
    let known = -1;
    await eventually(
      () => {
        const same = list.length === known;
        known = list.length;
        return same;
      },
      { every: 300 },
    );
  };

  /** Replaces the database with an empty one of the same name and owner. */
  async function loseTheDatabase(): Promise<void> {
    const { username, pathname } = new URL(database.url);
    const name = pathname.slice(1);
    const admin = new pg.Client({ connectionString: server.url });
    await admin.connect();
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.query(`CREATE DATABASE ${name} OWNER ${username}`);
    await admin.end();
  }
});

describe('A backup', () => {
  it('is refused when it is damaged or the database is not empty, and nothing is written', async () => {
    const file = await takesBackup();
    const empty = await ownedDatabase(server.url);
    const tables = `SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace`;
    const restored = (damaged: string) =>
      runs('Restoring a lost database', { file: damaged, MIGRATION_DATABASE_URL: empty.url });
    try {
      const cut = path.join(home, 'cut');
      const { length } = await readFile(file);
      await writeFile(cut, await readFile(file));
      await truncate(cut, Math.floor(length / 2));
      await expect(restored(cut)).rejects.toThrow(/end of file/);
      await expect(restored(path.join(root, 'package.json'))).rejects.toThrow(/not appear to be a valid archive/);
      expect(await empty.query(tables)).toEqual([]);
      await empty.query('CREATE TABLE trial_signups (id int)');
      await expect(restored(file)).rejects.toThrow(/already exists/);
      expect(await empty.query(tables)).toHaveLength(1);
    } finally {
      await empty.drop();
    }
  });

  it('that cannot be taken leaves no file that looks complete', async () => {
    const before = await readdir(home);
    await expect(runs('Backups', { MIGRATION_DATABASE_URL: 'postgres://127.0.0.1:1/none' })).rejects.toThrow(/refused/);
    expect((await readdir(home)).filter((name) => !before.includes(name) && name.endsWith('.dump'))).toEqual([]);
  });
});
