/** What docker-compose.yml, its examples of variables and docker/Caddyfile promise; needs no Docker engine. `npm run soak deployment` runs them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { loadSettings, Settings } from '../../apps/api/src/platform/config/index.ts';
import { createDataSource } from '../../apps/api/src/platform/database/data-source.ts';
import { isMigrated, migrate } from '../../apps/api/src/platform/database/migrate.ts';
import { excessRights } from '../../apps/api/src/platform/database/roles.ts';
import { siteValues } from '../../tools/local/environment.mjs';
import { readCompose, type Service } from '../support/compose-file.ts';
import { environmentOf, variablesOf } from '../support/compose-variables.ts';
import { freshDatabase, testPostgres } from '../support/postgres.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const compose = read('docker-compose.yml');
const caddy = read('docker/Caddyfile');
const roles = read('docker/roles.sql');

/** The statements as psql sends them: variables read from the environment are quoted. */
const asPsqlReads = (sql: string) =>
  sql.replace(/^(\\getenv|--) .*\n/gm, '').replace(/:'(owner|server)_password'/g, (_, role) => `'${role}''s'`);

const PASSWORDS = { POSTGRES_PASSWORD: 'p', DATABASE_OWNER_PASSWORD: 'o', DATABASE_SERVER_PASSWORD: 's' };
const servicesWith = (env: Record<string, string> = {}): Record<string, Service> =>
  Object.fromEntries(
    readCompose(path.join(root, 'docker-compose.yml'), { ...PASSWORDS, ...env }).map((each) => [each.name, each]),
  );
const services = servicesWith();
const api = services['api']!;

describe('docker-compose.yml', () => {
  it('publishes only the proxy to other machines', () => {
    const toAll = Object.values(services).filter(({ ports }) => ports.some((port) => !port.startsWith('127.0.0.1:')));
    expect(toAll.map(({ name, ports }) => ({ name, ports }))).toEqual([
      { name: 'proxy', ports: ['3000:80', '3443:443'] },
    ]);
    const toThisOne = Object.values(services).filter(({ name, ports }) => name !== 'proxy' && ports.length);
    expect(toThisOne.map(({ name }) => name)).toEqual(['sandbox']);
  });

  it('connects only the servers with the database, whose network reaches nothing else', () => {
    const on = (network: string) =>
      Object.values(services).flatMap((each) => (network in each.networks ? [each.name] : []));
    expect({ site: on('site'), data: on('data') }).toEqual({
      site: ['sandbox', 'api', 'proxy'],
      data: ['database', 'api'],
    });
    expect(compose).toMatch(/\nnetworks:\n {2}site:\n {2}data:\n {4}internal: true\n/);
  });

  it('runs each container read-only and drops all capabilities but the listed ones', () => {
    for (const { name, ...service } of Object.values(services))
      expect({ name, ...service }).toMatchObject({ name, readOnly: true, noNewPrivileges: true, restarts: true });
    expect(compose).not.toMatch(/privileged: true|network_mode|docker\.sock/);
    const added = Object.values(services).flatMap(({ name, capabilities: list }) =>
      list.length ? [[name, list]] : [],
    );
    expect(Object.fromEntries(added)).toEqual({
      database: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
      proxy: ['NET_BIND_SERVICE'],
    });
  });

  it('has no default password', () => {
    const passwords = [...compose.matchAll(/\$\{(\w*PASSWORD\w*)(:?[-?+]|\})/g)];
    expect(passwords.length).toBeGreaterThan(4);
    for (const [, name, rule] of passwords) expect({ name, rule }).toEqual({ name, rule: ':?' });
    for (const name of Object.keys(PASSWORDS)) expect(() => servicesWith({ [name]: '' })).toThrow(name);
  });
});

describe('the variables', () => {
  const namesIn = (file: string) => [...read(file).matchAll(/^(?:# )?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name!);
  const server = namesIn('docker/production.env.example');
  const strong = (letter: string) => `${letter}Q7v-x2Kd9_mZ4hTbN8wRj3FyGc6LpE1sUa5oXiVe0B`;
  /** What the owner of an installation fills in. */
  const FILLED: Record<string, string> = {
    DASHBOARD_URL: 'https://dashboard.lampstand.church',
    STRIPE_SECRET_KEY: 'sk_test_4242abcdefgh',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_4242abcdefgh',
    STRIPE_WEBHOOK_SECRETS: 'whsec_4242abcdefgh',
    TWILIO_ACCOUNT_SID: `AC${'a1'.repeat(16)}`,
    TWILIO_AUTH_TOKEN: 'b2'.repeat(16),
    TWILIO_VERIFY_SERVICE_SID: `VA${'c3'.repeat(16)}`,
    SMTP_URL: 'smtps://mailer:correcthorse@smtp.lampstand.church',
    MAIL_FROM: 'hello@lampstand.church',
    LINK_SECRETS: strong('l'),
    SESSION_SECRETS: strong('s'),
    INTERNAL_TOKEN: strong('i'),
  };

  it('of the compose file are those of the example of its .env', () => {
    const used = variablesOf(compose).filter((name) => name !== 'COMPOSE_PROJECT_NAME');
    expect(namesIn('docker/compose.env.example').toSorted()).toEqual(used.toSorted());
  });

  it('of the server are in the example for production, and compose sets none of them', () => {
    const ofSandbox = ['STRIPE_API_BASE', 'TWILIO_API_BASE'];
    const needed = [
      ...Object.keys(FILLED),
      ...namesIn('docker/sandbox.env').filter((name) => !ofSandbox.includes(name)),
    ];
    expect(needed.filter((name) => !server.includes(name))).toEqual([]);
    const documented = read('docs/configuration.md');
    expect(server.filter((name) => name !== 'NODE_ENV' && !documented.includes(`\`${name}\``))).toEqual([]);
    const ofCompose = servicesWith({ API_ENV_FILE: '/dev/null' })['api']!.environment;
    expect(server.filter((name) => name in ofCompose)).toEqual([]);
  });

  it('make a server for the sandbox, and with the examples filled in one for production', () => {
    expect(loadSettings(api.environment, [])).toMatchObject({ SITE_URL: 'http://localhost:3000', TRUST_PROXY: '1' });
    const site = { ...environmentOf(read('docker/compose.env.example')), ...PASSWORDS, PRODUCT_NAME: 'Beacon' };
    const { environment, build } = servicesWith({ ...site, API_ENV_FILE: 'docker/production.env.example' })['api']!;
    const settings = loadSettings({ ...environment, ...FILLED }, []);
    expect(settings).toMatchObject({ PRODUCT_NAME: 'Beacon', SITE_URL: 'https://your.site' });
    expect(environment).toMatchObject(build!.args);
  });

  it('that the pages contain are those of the build', () => {
    const declared = [...read('Dockerfile').matchAll(/^ARG (\w+)/gm)].map(([, name]) => name!);
    expect(Object.keys(api.build!.args).toSorted()).toEqual(declared.toSorted());
    expect(Object.keys(siteValues(Object.fromEntries(declared.map((name) => [name, 'x'])))).toSorted()).toEqual(
      declared.toSorted(),
    );
  });
});

describe('the database of compose', () => {
  it('is used by one role and migrated by another, with separate passwords', () => {
    const database = services['database']!;
    expect(api.environment).toMatchObject({
      DATABASE_URL: 'postgres://lampstand_server:s@database:5432/lampstand',
      MIGRATION_DATABASE_URL: 'postgres://lampstand_owner:o@database:5432/lampstand',
    });
    expect(database.volumes).toContain('./docker/roles.sql:/docker-entrypoint-initdb.d/roles.sql:ro');
    for (const [, variable] of roles.matchAll(/^\\getenv \w+ (\w+)$/gm))
      expect(database.environment).toHaveProperty(variable!);
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
    const servers = Array.from({ length: api.replicas }, (_, index) => `lampstand-api-${index + 1}:3000`);
    expect(services['proxy']!.environment['API_SERVERS']).toBe(servers.join(' '));
  });
});
