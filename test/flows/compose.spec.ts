/** What docker-compose.yml and docker/Caddyfile promise; no Docker engine is needed. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Settings } from '../../apps/api/src/platform/config/settings.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const compose = read('docker-compose.yml');
const caddy = read('docker/Caddyfile');

/** Each service by its name, as text. */
const services = new Map(
  (/\nservices:\n(.+)\nvolumes:/s.exec(compose)?.[1] ?? '')
    .split(/^ {2}(?=\w[\w-]*:$)/m)
    .slice(1)
    .map((text) => [/^\w+/.exec(text)![0], text]),
);

describe('docker compose', () => {
  it('publishes the proxy alone', () => {
    const published = Object.fromEntries(
      [...services].map(([name, text]) => [name, [...text.matchAll(/^ {6}- (\S+:\d+)$/gm)].map(([, port]) => port)]),
    );
    expect(published).toMatchObject({ database: [], api: [], proxy: ['${PORT:-3000}:80', '${HTTPS_PORT:-3443}:443'] });
    for (const name of ['sandbox', 'mailpit'])
      for (const port of published[name] ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it('runs each container read-only and without privileges but the named ones', () => {
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
    const asked = [...compose.matchAll(/\$\{(\w*PASSWORD\w*)(:[-?])/g)];
    expect(asked.length).toBeGreaterThan(1);
    for (const [, name, rule] of asked) expect({ name, rule }).toEqual({ name, rule: ':?' });
  });
});

describe('the proxy', () => {
  it('is not a way to the calls of our own services', () => {
    expect(caddy).toMatch(/@internal path \/api\/internal \/api\/internal\/\*\n\trespond @internal 404/);
    expect(caddy).not.toContain('9464');
  });

  it('asks for readiness twice while a server that stops serves on, and sends no call twice', () => {
    const seconds = (name: string) => Number(new RegExp(`^\\t\\t${name} (\\d+)s$`, 'm').exec(caddy)?.[1]);
    const [every, patience] = [seconds('health_interval'), seconds('health_timeout')];
    expect(caddy).toMatch(/^\t\thealth_uri \/readyz$/m);
    expect(2 * every + patience).toBeLessThan(new Settings().DRAIN_SECONDS);
    expect(caddy).not.toMatch(/lb_retry_match|dynamic/);
    const asked = [...(/API_SERVERS: (.+)/.exec(compose)?.[1] ?? '').matchAll(/-api-(\d+):3000/g)].map(([, n]) =>
      Number(n),
    );
    const replicas = Number(/replicas: (\d+)/.exec(compose)?.[1]);
    expect(asked).toEqual(Array.from({ length: replicas }, (_, index) => index + 1));
  });
});
