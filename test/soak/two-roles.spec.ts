/** Two database roles: one owns the tables and migrates, the other serves. It can do all the work and cannot change the records. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generatedSecrets, sandboxKeys } from '../../tools/local/environment.ts';
import { createDataSource } from '../../apps/api/src/platform/database/data-source.ts';
import { migrate } from '../../apps/api/src/platform/database/migrate.ts';
import {
  anAgent,
  aVisitor,
  callsTo,
  commandOn,
  cookiesOf,
  doctorCommand,
  signedIn,
  withJobs,
} from '../builders/index.ts';
import { expectNoViolations, settled } from '../invariants/index.ts';
import { ADMIN, eventually } from '../support/index.ts';
import { ownedDatabase, testPostgres } from '../support/postgres.mjs';
import type { OwnStack } from '../support/own-stack.ts';
import { startStack } from '../support/stack.mjs';

const stack = {} as OwnStack;
const server = await testPostgres();
let database: Awaited<ReturnType<typeof ownedDatabase>>;
let addresses: Record<string, string>;
let home: string;

beforeAll(async () => {
  database = await ownedDatabase(server.url);
  // First an installation with one role.
  const alone = await createDataSource(database.url, 2).initialize();
  await migrate(alone);
  await alone.destroy();
  home = await mkdtemp(path.join(tmpdir(), 'lampstand-roles-'));
  const file = path.join(home, 'owner');
  await writeFile(file, `${database.url}\n`);
  addresses = { DATABASE_URL: database.servingUrl, MIGRATION_DATABASE_URL_FILE: file };
  Object.assign(stack, await startStack({ apis: 1, databaseUrl: database.url, env: addresses }));
}, 90_000);
afterAll(async () => {
  await stack.stop?.();
  await database.drop();
  await server.stop();
  await rm(home, { recursive: true });
});

const refusalOf = (sql: string, values: unknown[] = []): Promise<string> =>
  database.queryAsServing(sql, values).then(
    () => 'taken',
    ({ message }: Error) => message,
  );

describe('a server with a role that only serves', () => {
  it('uses that role for each of its connections, and keeps none of the owner', async () => {
    const connected = await stack.query(
      `SELECT DISTINCT usename AS role FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'lampstand%'`,
    );
    expect(connected).toEqual([{ role: database.serving }]);
  });

  it('opens an account, and counts failed attempts in one journal row', async () => {
    const visitor = await aVisitor(stack).provesPhone();
    await stack.sandbox.fault({ match: 'POST /v1/subscriptions', mode: '500', times: 0 });
    await visitor.savesCard();
    const failures = () =>
      stack.query(`SELECT detail FROM workflow_journal WHERE subject_id = $1 AND note = 'opening attempt failed'`, [
        visitor.id,
      ]);
    await eventually(async () => (await failures())[0]?.detail.count > 1, { within: 40_000 });
    await stack.sandbox.heal();
    await settled(stack);
    expect((await visitor.opensAccount()).body).toEqual({ success: true });
    const [line, ...more] = await failures();
    expect(more).toEqual([]);
    expect(line.detail).toEqual({
      kind: 'PaymentFailed',
      count: expect.any(Number),
      last: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    await expectNoViolations(stack);
  });

  it('erases a member, including the card digits in the journal, and records that in the audit', async () => {
    const member = await aVisitor(stack).becomesMember();
    const digits = () =>
      stack.query(
        `SELECT id FROM workflow_journal WHERE subject_id = $1 AND detail ? 'last4' AND flow = 'trial-signup'`,
        [member.id],
      );
    await settled(stack);
    expect((await digits()).length).toBeGreaterThan(0);
    const agent = await anAgent(stack);
    expect((await agent.erases(member.id)).status).toBe(200);
    await eventually(async () => (await member.stored()).email === '', { within: 40_000 });
    expect(await digits()).toEqual([]);
    expect(await agent.audited(`trial:${member.id}`)).toContain('support action erase');
    await expectNoViolations(stack);
  });

  it('sends an export, and serves the back office and the database page', async () => {
    const { get } = await signedIn(stack);
    expect((await get('/api/admin/trial-signups/export')).status).toBe(200);
    const outcomes = () => stack.query('SELECT DISTINCT outcome FROM exports');
    await eventually(async () => (await outcomes())[0]?.outcome === 'complete');
    for (const page of ['audit', 'health', 'dead-jobs', 'exports', 'search?q=Mary', 'funnel'])
      expect({ page, status: (await get(`/api/admin/${page}`)).status }).toEqual({ page, status: 200 });
    const unlocked = await callsTo(stack).post('admin/check-auth', { password: ADMIN.ADMIN_DATABASE_PASSWORD });
    const cookie = cookiesOf(unlocked);
    expect((await callsTo(stack).get('/api/admin/auth', { cookie })).status).toBe(200);
  });

  it('erases old data by itself', async () => {
    const unproven = aVisitor(stack);
    await unproven.signsUp();
    await callsTo(stack).post('newsletter-subscriptions', { email: unproven.details.email });
    await stack.sandbox.advance({ days: 31 });
    await eventually(async () => (await unproven.stored()).email === '', { within: 40_000 });
    await eventually(async () => (await stack.query('SELECT FROM newsletter_subscriptions')).length === 0);
    await expectNoViolations(stack);
  });

  it('is enough for the admin command', async () => {
    const { email } = await signedIn(stack);
    const environment = { ...addresses, STRIPE_API_BASE: stack.sandboxUrl };
    const disabled = await commandOn(stack, 'tools/operations.ts', environment, ['admin', 'disable', email]);
    expect(disabled).toMatchObject({ code: 0 });
  });

  it('was never refused by the database', async () => {
    expect(await stack.logs()).not.toMatch(/42501|permission denied/);
  });
});

describe('the role that serves', () => {
  it.each([
    ['make a table', 'CREATE TABLE mine (id int)'],
    ['make one in the queue', 'SET search_path = pgboss; CREATE TABLE mine (id int)'],
    ['make a schema', 'CREATE SCHEMA mine'],
    ['make a function', 'CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$'],
    ['drop a table', 'DROP TABLE trial_requests'],
    ['change a table', 'ALTER TABLE trial_signups DROP CONSTRAINT trial_signups_adult'],
    ['empty a table', 'TRUNCATE trial_requests'],
    [
      'replace a guard',
      'CREATE OR REPLACE FUNCTION audit_log_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
    ],
    ['switch off the guard of the audit', 'ALTER TABLE audit_log DISABLE TRIGGER audit_log_only_grows'],
    ['switch off the guards of the sign-ups', 'ALTER TABLE trial_signups DISABLE TRIGGER ALL'],
    ['switch off all guards', 'SET session_replication_role = replica'],
    [
      'add a trigger to the journal',
      'CREATE TRIGGER mine AFTER INSERT ON workflow_journal FOR EACH STATEMENT EXECUTE FUNCTION audit_log_only_grows()',
    ],
    ['change the audit', `UPDATE audit_log SET action = 'nothing'`],
    ['remove from the audit', 'DELETE FROM audit_log'],
    ['empty the audit', 'TRUNCATE audit_log'],
    ['change the journal', `UPDATE workflow_journal SET detail = '{}'`],
    ['remove from the journal', 'DELETE FROM workflow_journal'],
    ['empty the journal', 'TRUNCATE workflow_journal'],
    [
      'invent an event',
      `INSERT INTO workflow_transitions VALUES ('trial-signup', '1', 'registration', 'mine', 'success')`,
    ],
    ['forget a migration', 'DELETE FROM migrations'],
    ['become the owner', 'SET ROLE $owner'],
    ['give itself a right', `GRANT UPDATE ON audit_log TO CURRENT_USER; UPDATE audit_log SET action = 'nothing'`],
  ])('cannot %s', async (_deed, sql) => {
    const owner = new URL(database.url).username;
    expect(await refusalOf(sql.replace('$owner', owner))).toMatch(/^(permission denied|must be owner)/);
  });

  it('cannot make a queue with a table of its own', async () => {
    const stackOfRole = { query: database.queryAsServing };
    const made = withJobs(stackOfRole, (boss) => boss.createQueue('mine', { partition: true }));
    await expect(made).rejects.toThrow(/^(permission denied|must be owner)/);
  });

  it('can change two things of the journal and nothing else', async () => {
    const { id } = await aVisitor(stack).becomesMember();
    await settled(stack);
    const journal = () =>
      stack.query(
        `SELECT to_jsonb(j) AS row FROM workflow_journal j WHERE subject_id = $1 AND flow = 'trial-signup' ORDER BY id`,
        [id],
      );
    const withoutDigits = ({ detail: { brand: _, last4: __, ...detail }, ...row }: any) => ({ ...row, detail });
    const before = await journal();
    for (const note of ['code sent', 'card.saved', 'account.opened']) {
      const counted = `SELECT workflow_journal_count('trial-signup', $1, $2, '{}', now(), 'signup.saved') AS counted`;
      expect(await database.queryAsServing(counted, [id, note])).toEqual([{ counted: false }]);
    }
    expect(await journal()).toEqual(before);
    await database.queryAsServing(`SELECT workflow_journal_redact('trial-signup', $1)`, [id]);
    expect(await journal()).toEqual(before.map(({ row }) => ({ row: withoutDigits(row) })));
    expect(await journal()).not.toEqual(before);
    const asOwner = await stack.query(
      `SELECT proname AS name, has_function_privilege('pg_monitor', oid, 'EXECUTE') AS "byAnyone" FROM pg_proc
        WHERE prosecdef AND pronamespace = 'public'::regnamespace ORDER BY 1`,
    );
    expect(asOwner).toEqual([
      { name: 'workflow_journal_count', byAnyone: false },
      { name: 'workflow_journal_redact', byAnyone: false },
    ]);
  });
});

describe('the next start', () => {
  it('grants the role what it needs and revokes the rest', async () => {
    await database.query('CREATE TABLE later (id int)');
    await database.query(`GRANT UPDATE, TRUNCATE ON audit_log TO ${database.serving}`);
    expect(await refusalOf('SELECT FROM later')).toMatch(/^permission denied/);
    const { wrong, code } = await doctorCommand(stack, addresses);
    expect({ wrong, code }).toEqual({
      wrong: [expect.stringMatching(/^WRONG {3}roles .* may update audit_log, may truncate audit_log; docs/)],
      code: 1,
    });
    await stack.apis[0]!.restart();
    expect(await refusalOf('SELECT FROM later')).toBe('taken');
    expect(await refusalOf('TRUNCATE audit_log')).toMatch(/^permission denied/);
    await database.query('DROP TABLE later');
  });
});

describe('a server that has only the address of the serving role', () => {
  it('prints what is missing and does not start', async () => {
    const ports = { sandbox: Number(new URL(stack.sandboxUrl).port), smtp: stack.smtpPort };
    const env = { ...sandboxKeys(ports), ...(await generatedSecrets(stack.home)), DATABASE_URL: database.servingUrl };
    const { complained, code } = await commandOn(stack, 'apps/api/build/main.js', env);
    expect({ complained, code }).toEqual({
      complained: expect.stringMatching(/^The role of DATABASE_URL may not migrate \(permission denied .*MIGRATION_/),
      code: 1,
    });
  });
});

describe('npm run doctor', () => {
  const roles = (lines: string[]) => lines.filter((line) => line.slice(8).startsWith('roles'));

  it('reports two separate roles as ok', async () => {
    const { wrong, lines } = await doctorCommand(stack, addresses);
    expect(wrong).toEqual([]);
    expect(roles(lines)).toEqual([expect.stringMatching(/^ok .*cannot change the schema.*another role migrates$/)]);
  });

  it('reports that one role does both when there is one address', async () => {
    const { lines } = await doctorCommand(stack, { DATABASE_URL: database.url });
    expect(roles(lines)).toEqual([expect.stringMatching(/^ok .*one role migrates and serves/)]);
  });

  it.each([
    ['of two databases', () => [database.servingUrl, server.url], /roles .*two databases; correct/],
    ['not served', () => [database.servingUrl, 'postgres://127.0.0.1:1/x'], /roles .*does not answer at MIGRATION/],
    ['of one role', () => [database.servingUrl, database.servingUrl], /settings .*has the role of DATABASE_URL/],
    ['in the wrong order', () => [database.url, database.servingUrl], /roles .*has the rights of \w+, who owns/],
  ])('reports addresses %s', async (_which, both, line) => {
    const [DATABASE_URL = '', MIGRATION_DATABASE_URL = ''] = both();
    const { wrong, code } = await doctorCommand(stack, { DATABASE_URL, MIGRATION_DATABASE_URL });
    expect({ wrong, code }).toEqual({ wrong: [expect.stringMatching(line)], code: 1 });
  });
});
