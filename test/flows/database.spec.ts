/** Migrations, and the constraints and triggers that protect the data. */
import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { CHARTS, transitionsOf, trialSignup } from '@lampstand/workflows';
import { getMetadataArgsStorage } from 'typeorm';
import '../../apps/api/src/app.module.ts';
import { createDataSource } from '../../apps/api/src/platform/database/data-source.ts';
import { isMigrated, migrate } from '../../apps/api/src/platform/database/migrate.ts';
import { excessRights } from '../../apps/api/src/platform/database/roles.ts';
import { sharedStack } from '../support/index.ts';
import { freshDatabase, testPostgres } from '../support/postgres.mjs';
import { aTrial, aVisitor, storedTrial } from '../builders/index.ts';

const stack = sharedStack();

describe('docs/security.md, "Where personal data is"', () => {
  it('names each column with words of its table, as personal or as not', async () => {
    const [, section = ''] = (await readFile('docs/security.md', 'utf8')).split('## Where personal data is');
    const rows = [...section.split('\n## ')[0]!.matchAll(/^\| (\w+) \|(.*?)\|(.*?)\|/gm)];
    const documented = rows.map(
      ([, table, ...cells]) => `${table}: ${cells.join().match(/\w+/g)?.toSorted().join(' ') ?? ''}`,
    );
    const stored = await stack.query(
      `SELECT table_name AS table, coalesce(array_agg(column_name::text)
                FILTER (WHERE data_type IN ('text', 'character varying', 'jsonb', 'bytea', 'ARRAY', 'date', 'inet')), '{}') AS columns
         FROM information_schema.columns WHERE table_schema = 'public' GROUP BY table_name ORDER BY table_name`,
    );
    expect(documented.slice(1).toSorted()).toEqual(
      stored.map(({ table, columns }) => `${table}: ${columns.toSorted().join(' ')}`).toSorted(),
    );
  });
});

describe('the migrations', () => {
  it('create the schema that the entities describe', async () => {
    const entities = getMetadataArgsStorage().tables.map(({ target }) => target as Function);
    const dataSource = await createDataSource(stack.databaseUrl, 2, entities).initialize();
    expect(dataSource.entityMetadatas.length).toBeGreaterThan(20);
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    await dataSource.destroy();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('can run twice, from several replicas at once, and be reverted', async () => {
    const { url, drop } = await freshDatabase((await testPostgres()).url);
    const replicas = await Promise.all([1, 2, 3].map(() => createDataSource(url, 2).initialize()));
    await Promise.all(replicas.map((each) => migrate(each)));
    expect(await Promise.all(replicas.map(isMigrated))).toEqual([true, true, true]);
    const stored = async () =>
      (await replicas[0]!.query('SELECT count(*)::int AS count FROM workflow_transitions'))[0].count;
    const ofThisBuild = CHARTS.flatMap(transitionsOf).length;
    expect(await stored()).toBe(ofThisBuild);
    // Another version's server runs beside this one.
    await replicas[0]!.query(
      `INSERT INTO workflow_transitions VALUES ('trial-signup', '0', 'phoneVerification', 'visit.parked', 'parked')`,
    );
    await migrate(replicas[0]!);
    expect(await stored()).toBe(ofThisBuild + 1);
    for (const _ of replicas[0]!.migrations) await replicas[0]!.undoLastMigration();
    const left = `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_name <> 'migrations'`;
    expect(await replicas[0]!.query(left)).toEqual([]);
    await migrate(replicas[0]!);
    expect(await isMigrated(replicas[0]!)).toBe(true);
    await Promise.all(replicas.map((each) => each.destroy()));
    await drop();
  });

  it('are all the files of their folder, in the order of their numbers', async () => {
    const folder = 'apps/api/src/platform/database/migrations';
    const files = (await readdir(folder)).filter((name) => name !== 'index.ts').toSorted();
    const numbers = files.map((name) => Number(name.slice(0, 4)));
    expect(numbers).toEqual(files.map((_, index) => index + 1));
    const { migrations } = await createDataSource(stack.databaseUrl, 1).initialize();
    expect(migrations.map(({ name }) => Number(name!.slice(-13))).toSorted((a, b) => a - b)).toEqual(numbers);
  });

  it('refuse the tables of a version before 1.0.0, and change nothing in them', async () => {
    const { url, drop } = await freshDatabase((await testPostgres()).url);
    const source = await createDataSource(url, 2).initialize();
    await source.query('CREATE TABLE migrations (id serial, timestamp bigint, name varchar)');
    await source.query(`INSERT INTO migrations (timestamp, name) VALUES (1763600000000, 'Tables1763600000000')`);
    await expect(migrate(source)).rejects.toThrow(/has the tables of a version before 1\.0\.0/);
    expect(
      await source.query(`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`),
    ).toEqual([{ name: 'migrations' }]);
    await source.destroy();
    await drop();
  });

  it('run on the connection that holds the lock, so that the lock outlives a killed server as long as its last statement', async () => {
    const { url, drop } = await freshDatabase((await testPostgres()).url);
    const source = await createDataSource(url, 2).initialize();
    const locks: unknown[] = [];
    source.migrations.push({
      name: 'CountsLocks9999999999999',
      up: async (runner) =>
        void locks.push(
          ...(await runner.query(`SELECT mode FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()`)),
        ),
      down: async () => {},
    });
    await migrate(source);
    expect(locks).toEqual([{ mode: 'ExclusiveLock' }]);
    await source.destroy();
    await drop();
  });
});

/** The constraint or the message with which the database refuses a statement, or 'accepted'. */
const refusalOf = (sql: string, params: unknown[] = []): Promise<string> =>
  stack.query(sql, params).then(
    () => 'accepted',
    (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
  );

const journal = (id: number, seq: number, from: string, event: string, to: string) =>
  refusalOf(
    `INSERT INTO workflow_journal (flow, version, subject_id, seq, event, from_state, to_state, actor, request_id, at)
     VALUES ('trial-signup', '${trialSignup.version}', $1, $2, $3, $4, $5, 'visitor', 'guards', now())`,
    [id, seq, event, from, to],
  );

/** A legal transition in one statement: journal row and new state together. */
const transition = (id: number, seq: number, [from, event, to]: [string, string, string], more = '') =>
  refusalOf(
    `WITH row AS (
       INSERT INTO workflow_journal (flow, version, subject_id, seq, event, from_state, to_state, actor, request_id, at)
       VALUES ('trial-signup', '${trialSignup.version}', $1, $2, $3, $4, $5, 'visitor', 'guards', now()))
     UPDATE trial_signups SET state = $5, journal_seq = $2 ${more} WHERE id = $1`,
    [id, seq, event, from, to],
  );

it('docker/roles.sql makes a role that owns and one that serves, which has no further rights', async () => {
  const { url, drop } = await freshDatabase((await testPostgres()).url);
  const admin = await createDataSource(url, 2).initialize();
  const name = new URL(url).pathname.slice(1);
  // The statements as psql sends them: variables read from the environment are quoted.
  const roles = (await readFile('docker/roles.sql', 'utf8'))
    .replace(/^(\\getenv|--) .*\n/gm, '')
    .replaceAll(/:'(owner|server)_password'/g, (_, role) => `'${role}''s'`);
  await admin.query(roles.replaceAll('lampstand', name));
  const as = (role: string) =>
    createDataSource(
      Object.assign(new URL(url), { username: `${name}_${role}`, password: `${role}'s` }).href,
      2,
    ).initialize();
  const [owner, server] = await Promise.all([as('owner'), as('server')]);
  await migrate(owner, `${name}_server`);
  expect(await isMigrated(server)).toBe(true);
  expect(await excessRights(server)).toEqual([]);
  expect(await excessRights(owner)).not.toEqual([]);
  await expect(server.query('CREATE TEMPORARY TABLE mine (id int)')).rejects.toThrow(/permission denied/);
  await Promise.all([owner, server, admin].map((each) => each.destroy()));
  await drop();
  const left = await createDataSource((await testPostgres()).url, 2).initialize();
  await left.query(`DROP ROLE ${name}_owner, ${name}_server`);
  await left.destroy();
});

describe('the journal', () => {
  it('allows exactly the transitions of the chart', async () => {
    const rows = await stack.query(
      `SELECT from_state AS "from", event, to_state AS "to" FROM workflow_transitions WHERE flow = 'trial-signup' AND version = '${trialSignup.version}'`,
    );
    const words = (transitions: object[]) => transitions.map((each) => JSON.stringify(each)).sort();
    expect(words(rows)).toEqual(words(transitionsOf(trialSignup)));
  });

  it.each([
    ['phoneVerification', 'card.saved', 'openingAccount'],
    ['phoneVerification', 'phone.verified', 'success'],
    ['phoneVerification', 'account.opened', 'success'],
    ['phoneVerification', 'phone.guessed', 'billingInformation'],
  ])('refuses the transition from %s with %s to %s', async (from, event, to) => {
    const { id } = await aTrial(stack);
    expect(await journal(id, 2, from, event, to)).toBe('workflow_journal_legal');
  });

  it('refuses a row that does not start where the last one ended', async () => {
    const { id } = await aTrial(stack);
    expect(await journal(id, 2, 'billingInformation', 'card.saved', 'openingAccount')).toBe(
      'workflow_journal_unbroken',
    );
  });

  it('refuses a row that leaves a gap', async () => {
    const { id } = await aTrial(stack);
    expect(await journal(id, 3, 'phoneVerification', 'link.requested', 'phoneVerification')).toBe(
      'workflow_journal_unbroken',
    );
  });

  it('refuses a second row with the same number', async () => {
    const { id } = await aTrial(stack);
    expect(await journal(id, 1, 'registration', 'signup.saved', 'phoneVerification')).toMatch(
      /^workflow_journal_(once|step)$/,
    );
  });

  it('refuses a note that changes the state and an event without a number', async () => {
    const { id } = await aTrial(stack);
    const insert = `INSERT INTO workflow_journal (flow, version, subject_id, note, event, from_state, to_state, actor, request_id, at)
      VALUES ('trial-signup', '${trialSignup.version}', $1, $2, $3, 'phoneVerification', $4, 'job', 'guards', now())`;
    expect(await refusalOf(insert, [id, 'a note', null, 'success'])).toBe('workflow_journal_kind');
    expect(await refusalOf(insert, [id, null, 'phone.verified', 'billingInformation'])).toBe('workflow_journal_kind');
    expect(await refusalOf(insert, [id, 'a note', null, 'phoneVerification'])).toBe('accepted');
  });
});

describe('the state of a sign-up', () => {
  const VERIFIED: [string, string, string] = ['phoneVerification', 'phone.verified', 'billingInformation'];
  const WITH_PHONE = ', phone_verified_at = now()';

  it('changes together with a journal row', async () => {
    const { id } = await aTrial(stack);
    expect(await transition(id, 2, VERIFIED, WITH_PHONE)).toBe('accepted');
  });

  it('does not change without a journal row', async () => {
    const { id } = await aTrial(stack);
    const bare = `UPDATE trial_signups SET state = 'billingInformation' ${WITH_PHONE} WHERE id = $1`;
    expect(await refusalOf(bare, [id])).toMatch(/changed without a journal row/);
    expect((await storedTrial(stack, id)).state).toBe('phoneVerification');
  });

  it('does not change with a journal row of an earlier transaction', async () => {
    const { id } = await aTrial(stack);
    expect(await journal(id, 2, ...VERIFIED)).toBe('accepted');
    const late = `UPDATE trial_signups SET state = 'billingInformation', journal_seq = 2 ${WITH_PHONE} WHERE id = $1`;
    expect(await refusalOf(late, [id])).toMatch(/changed without a journal row/);
  });

  it('does not begin without a journal row', async () => {
    const { id } = await aTrial(stack);
    const copy = `INSERT INTO trial_signups
      SELECT (jsonb_populate_record(row, jsonb_build_object('id', row.id + 1))).* FROM trial_signups row WHERE id = $1`;
    expect(await refusalOf(copy, [id])).toMatch(/changed without a journal row/);
  });

  it('requires a verified phone before the card', async () => {
    const { id } = await aTrial(stack);
    expect(await transition(id, 2, VERIFIED)).toBe('trial_signups_proven_phone');
  });

  it('requires a stored card before the account', async () => {
    const { id } = await aTrial(stack, { state: 'billingInformation' });
    expect(await transition(id, 3, ['billingInformation', 'card.saved', 'openingAccount'])).toBe(
      'trial_signups_stored_card',
    );
  });

  it.each(['card_saved_at', 'trial_ends_at', 'payment_method_id'])(
    'keeps its %s once the account is open',
    async (column) => {
      const { id } = await aTrial(stack, { state: 'success' });
      expect(await refusalOf(`UPDATE trial_signups SET ${column} = NULL WHERE id = $1`, [id])).toBe(
        'trial_signups_stored_card',
      );
    },
  );
});

describe('a row', () => {
  it.each([
    ['birthdate', '2010-01-01', 'trial_signups_adult'],
    ['phone', '512-555-0142', 'trial_signups_phone_digits'],
    ['phone', '51255501421', 'trial_signups_phone_digits'],
  ])('refuses the %s %s', async (column, value, constraint) => {
    const { id } = await aTrial(stack);
    expect(await refusalOf(`UPDATE trial_signups SET ${column} = $2 WHERE id = $1`, [id, value])).toBe(constraint);
  });

  it('of an account is unique by phone, by email regardless of case, and by sign-up', async () => {
    const member = await aVisitor(stack).becomesMember();
    const copy = (changed: object) =>
      refusalOf(
        `INSERT INTO users (trial_id, church_id, status, first_name, last_name, email, email_key, phone, position, gender, birthdate, created_at)
         SELECT trial_id, church_id, 'opening', first_name, last_name, email, email_key, phone, position, gender, birthdate, created_at
           FROM jsonb_populate_record((SELECT users FROM users WHERE trial_id = $1), $2)`,
        [member.id, JSON.stringify(changed)],
      );
    const others = { trial_id: 1, phone: '2015550100', email: 'x@y.example', email_key: 'x@y.example' };
    expect(await copy({ ...others, trial_id: member.id })).toMatch(/^UQ_/);
    expect(await copy({ ...others, phone: member.phone })).toMatch(/^UQ_/);
    const shouted = member.details.email.toUpperCase();
    expect(await copy({ ...others, email: shouted, email_key: shouted })).toBe('users_email_key');
    expect(await copy({ ...others, email: shouted, email_key: shouted.toLowerCase() })).toMatch(/^UQ_/);
  });

  it('of a code allows five tries', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    await visitor.asksForCode();
    const sixth = 'UPDATE phone_verifications SET tries = 6 WHERE subject_id = $1';
    expect(await refusalOf(sixth, [visitor.id])).toBe('phone_verifications_tries');
  });
});

it('limits are counted without waiting for the disk', async () => {
  const [table] = await stack.query(`SELECT relpersistence FROM pg_class WHERE oid = 'rate_limits'::regclass`);
  expect(table).toEqual({ relpersistence: 'u' });
});

describe('all sign-ups of the stack', () => {
  it('have a journal without gaps that ends in their state', async () => {
    await aVisitor(stack).becomesMember();
    const [sums] = await stack.query(`
      WITH steps AS (
        SELECT subject_id, seq, from_state, to_state,
               lag(to_state, 1, 'registration') OVER by_trial AS expected, row_number() OVER by_trial AS place
          FROM workflow_journal WHERE flow = 'trial-signup' AND seq IS NOT NULL
           AND subject_id NOT IN (SELECT subject_id FROM workflow_journal WHERE request_id = 'guards')
        WINDOW by_trial AS (PARTITION BY subject_id ORDER BY seq)),
      last AS (SELECT DISTINCT ON (subject_id) * FROM steps ORDER BY subject_id, seq DESC)
      SELECT count(*)::int AS trials,
             count(*) FILTER (WHERE (last.to_state, last.seq) IS DISTINCT FROM (trial.state, trial.journal_seq))::int AS astray,
             (SELECT count(*)::int FROM steps WHERE from_state <> expected OR seq <> place) AS broken
        FROM last LEFT JOIN trial_signups trial ON trial.id = subject_id`);
    expect(sums).toMatchObject({ astray: 0, broken: 0 });
    expect(sums.trials).toBeGreaterThan(0);
  });
});
