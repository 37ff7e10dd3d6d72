/** The database is lost and restored from a backup that was taken while people signed up. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { restoreBackup } from '../../tools/backup/restore-backup.ts';
import { takeBackup } from '../../tools/backup/take-backup.ts';
import { createDatabase } from '../../tools/local/postgres.ts';
import { aMember, aPastor, aVisitor, callsTo, lifeOf, type Member, type Visitor } from '../builders/index.ts';
import { advanceAndSettle, expectNoViolations, expireLeases, settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';

jest.setTimeout(300_000);

const stack = ownStack();
const pass = advanceAndSettle(stack);
const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const begun = performance.now();
  const result = await work();
  console.log(`${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  return result;
};

describe('A restore', () => {
  let home: string;
  let file: string;
  let members: Member[];
  let waiting: Visitor;
  let quiet: Visitor;
  const before: number[] = [];
  const after: number[] = [];

  beforeAll(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'lampstand-drill-'));
    file = path.join(home, 'drill.backup');
    members = [await aMember(stack), await aMember(stack, { plan: 'tier_50_99' })];
    await pass({ days: 24 });
    members.push(await aMember(stack));
    waiting = await aVisitor(stack).provesPhone();
    quiet = aVisitor(stack);
    await quiet.signsUp();
    await settled(stack);
  });
  afterAll(() => rm(home, { recursive: true }));

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
    const sums = await timed('backup while people sign up', () => takeBackup(stack.databaseUrl, file));
    going = false;
    await Promise.all(people);
    expect(after.length).toBeGreaterThan(0);

    for (const api of stack.apis) await api.kill();
    await loseTheDatabase();
    const restored = await timed('restore', () => restoreBackup(stack.databaseUrl, file));
    expect(restored.sums).toEqual(sums);
    expect(await takeBackup(stack.databaseUrl, path.join(home, 'again.backup'))).toEqual(sums);
    const found = await stack.query('SELECT id::float8 AS id FROM trial_signups WHERE id = ANY($1)', [acknowledged]);
    expect(found).toHaveLength(acknowledged.length);
  });

  it('gives a database that the servers start on, with all invariants intact', async () => {
    // A backup is older than the leases of the jobs that ran when it was taken; this one is seconds old.
    await expireLeases(stack);
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

  /** Replaces the database with an empty one of the same name. */
  async function loseTheDatabase(): Promise<void> {
    const url = new URL(stack.databaseUrl);
    const name = url.pathname.slice(1);
    const admin = new pg.Client({ connectionString: Object.assign(new URL(url), { pathname: '/postgres' }).href });
    await admin.connect();
    await admin.query(`DROP DATABASE ${admin.escapeIdentifier(name)} WITH (FORCE)`);
    await admin.end();
    await createDatabase(Object.assign(new URL(url), { pathname: '/postgres' }).href, name);
  }
});
