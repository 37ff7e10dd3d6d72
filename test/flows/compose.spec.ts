/** The security settings of docker-compose.yml and docker/Caddyfile; needs no Docker engine. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Settings } from '../../apps/api/src/platform/config/settings.ts';
import { createDataSource } from '../../apps/api/src/platform/database/data-source.ts';
import { isMigrated, migrate } from '../../apps/api/src/platform/database/migrate.ts';
import { excessRights } from '../../apps/api/src/platform/database/roles.ts';
import { freshDatabase, testPostgres } from '../support/postgres.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const compose = read('docker-compose.yml');
const caddy = read('docker/Caddyfile');
const roles = read('docker/roles.sql');

/** The statements as psql sends them: variables read from the environment are quoted. */
const asPsqlReads = (sql: string) =>
  sql.replace(/^(\\getenv|--) .*\n/gm, '').replace(/:'(owner|server)_password'/g, (_, role) => `'${role}''s'`);

/** The text of each service by its name. */
const services = new Map(
  (/\nservices:\n(.+)\nvolumes:/s.exec(compose)?.[1] ?? '')
    .split(/^ {2}(?=\w[\w-]*:$)/m)
    .slice(1)
    .map((text) => [/^\w+/.exec(text)![0], text]),
);

describe('docker-compose.yml', () => {
  it('publishes ports of the proxy only', () => {
    const published = Object.fromEntries(
      [...services].map(([name, text]) => [name, [...text.matchAll(/^ {6}- (\S+:\d+)$/gm)].map(([, port]) => port)]),
    );
    expect(published).toMatchObject({ database: [], api: [], proxy: ['${PORT:-3000}:80', '${HTTPS_PORT:-3443}:443'] });
    for (const name of ['sandbox', 'mailpit'])
      for (const port of published[name] ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it('runs each container read-only and drops all capabilities but the listed ones', () => {
    const [, hardened = ''] = /^x-hardened: &hardened\n((?: {2}.+\n)+)/m.exec(compose) ?? [];
    expect(hardened).toContain('read_only: true\n');
    expect(hardened).toContain('cap_drop: [ALL]\n');
    expect(hardened).toContain(`security_opt: ['no-new-privileges:true']\n`);
    expect([...services.keys()].sort()).toEqual(['api', 'database', 'mailpit', 'proxy', 'sandbox']);
    for (const [name, text] of services) {
      expect({ name, text }).toMatchObject({ text: expect.stringContaining('    <<: *hardened\n') });
      expect({ name, text }).not.toMatchObject({ text: expect.stringMatching(/privileged|network_mode|docker\.sock/) });
    }
    const added = [...services].flatMap(([name, text]) => {
      const [, list] = /cap_add: \[(.+)\]/.exec(text) ?? [];
      return list ? [[name, list]] : [];
    });
    expect(Object.fromEntries(added)).toEqual({
      database: 'CHOWN, DAC_OVERRIDE, FOWNER, SETGID, SETUID',
      proxy: 'NET_BIND_SERVICE',
    });
  });

  it('has no default password', () => {
    const passwords = [...compose.matchAll(/\$\{(\w*PASSWORD\w*)(:?[-?+]|\})/g)];
    expect(passwords.length).toBeGreaterThan(4);
    for (const [, name, rule] of passwords) expect({ name, rule }).toEqual({ name, rule: ':?' });
  });
});

describe('the database of compose', () => {
  /** The default of a variable of the api service. */
  const defaultOf = (name: string) =>
    new RegExp(`${name}: \\$\\{${name}:?-(postgres.+)\\}$`, 'm').exec(services.get('api')!)?.[1];

  it('is used by one role and migrated by another, with separate passwords', () => {
    const [serving, owner] = [defaultOf('DATABASE_URL'), defaultOf('MIGRATION_DATABASE_URL')];
    expect(serving).toMatch(
      /^postgres:\/\/lampstand_server:\$\{DATABASE_SERVER_PASSWORD:\?[\w .]+\}@database:5432\/lampstand$/,
    );
    expect(owner).toMatch(
      /^postgres:\/\/lampstand_owner:\$\{DATABASE_OWNER_PASSWORD:\?[\w .]+\}@database:5432\/lampstand$/,
    );
    const database = services.get('database')!;
    expect(database).toContain('- ./docker/roles.sql:/docker-entrypoint-initdb.d/roles.sql:ro\n');
    for (const [, variable] of roles.matchAll(/^\\getenv \w+ (\w+)$/gm))
      expect(database).toMatch(new RegExp(`^ {6}${variable}: `, 'm'));
  });

  it('has a serving role with no further rights', async () => {
    const { url, drop } = await freshDatabase((await testPostgres()).url);
    const admin = await createDataSource(url, 2).initialize();
    const name = new URL(url).pathname.slice(1);
    await admin.query(asPsqlReads(roles).replaceAll('lampstand', name));
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
});

describe('the proxy', () => {
  it('refuses internal calls from outside', () => {
    expect(caddy).toMatch(/@internal path \/api\/internal \/api\/internal\/\*\n\trespond @internal 404/);
    expect(caddy).not.toContain('9464');
  });

  it('checks readiness twice within the drain time of a server, and never retries a call', () => {
    const seconds = (name: string) => Number(new RegExp(`^\\t\\t${name} (\\d+)s$`, 'm').exec(caddy)?.[1]);
    const [interval, timeout] = [seconds('health_interval'), seconds('health_timeout')];
    expect(caddy).toMatch(/^\t\thealth_uri \/readyz$/m);
    expect(2 * interval + timeout).toBeLessThan(new Settings().DRAIN_SECONDS);
    expect(caddy).not.toMatch(/lb_retry_match|dynamic/);
    const servers = [...(/API_SERVERS: (.+)/.exec(compose)?.[1] ?? '').matchAll(/-api-(\d+):3000/g)].map(([, n]) =>
      Number(n),
    );
    const replicas = Number(/replicas: (\d+)/.exec(compose)?.[1]);
    expect(servers).toEqual(Array.from({ length: replicas }, (_, index) => index + 1));
  });
});
