/** The recipe for a plain machine: our units on Debian's systemd with Debian's Caddy, and the commands of docs/deploying.md. */
import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimPorts } from '../../tools/local/environment.ts';
import { root } from '../../tools/local/setup.ts';
import { aVisitor } from '../builders/index.ts';
import { eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';
import { apiEnvironment } from '../support/stack.mjs';
import { clients, crowd, SignUpLoad } from './clients.ts';
import { DebianMachine } from './debian-machine.ts';

const PEOPLE = 8;
const UNITS = path.join(root, 'deploy/systemd');
const read = (file: string) => readFile(path.join(root, file), 'utf8');
const unit = () => read('deploy/systemd/lampstand@.service');

/** The shell block of docs/deploying.md that has this line. */
const commandsWith = async (line: string): Promise<string> => {
  const blocks = [...(await read('docs/deploying.md')).matchAll(/\n```sh\n(.*?)```/gs)].map(([, text]) => text!);
  const [found, ...more] = blocks.filter((text) => text.includes(line));
  if (!found || more.length) throw new Error(`docs/deploying.md has not one block with "${line}".`);
  return found;
};

describe('deploy/systemd', () => {
  it('has a unit that systemd accepts without a word, and finds hardened', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'lampstand-units-'));
    const file = path.join(folder, 'lampstand@.service');
    await writeFile(file, (await unit()).replace('/usr/bin/node', process.execPath));
    const analyze = (...args: string[]) => execFileSync('systemd-analyze', args, { encoding: 'utf8' });
    expect(analyze('verify', file.replace('@', '@a'))).toBe('');
    // Of 100; systemd calls what is below 20 "OK".
    expect(analyze('security', '--offline=true', '--threshold=20', '--no-pager', file)).toMatch(/level .*: 1\.\d OK/);
    await rm(folder, { recursive: true });
  });

  it('allows the time that a stop can take', async () => {
    const [, stop] = /SHUTDOWN_TIMEOUT_MS = (\d+) \* SECOND/.exec(await read('apps/api/src/platform/shutdown.ts'))!;
    const [, allowed] = /^TimeoutStopSec=(\d+)$/m.exec(await unit())!;
    expect(Number(allowed)).toBeGreaterThan(Number(stop));
  });
});

describe('A machine with two servers and Caddy', () => {
  const stack = ownStack({ apis: 1 });
  const site = { url: '' };
  const servers: Record<'a' | 'b', string> = { a: '', b: '' };
  let machine: DebianMachine;
  let claim: Awaited<ReturnType<typeof claimPorts>>;

  const isReady = (server: 'a' | 'b') =>
    fetch(`${servers[server]}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );

  beforeAll(async () => {
    machine = await DebianMachine.create();
    claim = await claimPorts(5);
    const [port, ...ofServers] = claim.ports;
    site.url = `http://localhost:${port}`;
    const ports = { sandbox: Number(new URL(stack.sandboxUrl).port), smtp: stack.smtpPort };
    // The time to drain is the default, as in production.
    const { DRAIN_SECONDS: _, ...settings } = await apiEnvironment(stack.home, ports);
    const server = { ...settings, DATABASE_URL: stack.databaseUrl, SITE_URL: site.url };
    await mkdir(path.join(machine.files, 'etc/lampstand'), { recursive: true });
    const write = (name: string, values: Record<string, string | number>) =>
      writeFile(
        path.join(machine.files, 'etc/lampstand', name),
        Object.entries(values).map(([key, value]) => `${key}="${value}"\n`).join(''),
        { mode: 0o600 },
      ); // oxfmt-ignore
    await write('server.env', server);
    for (const [index, name] of (['a', 'b'] as const).entries()) {
      const [own = 0, metrics = 0] = ofServers.slice(2 * index);
      servers[name] = `http://127.0.0.1:${own}`;
      await write(`${name}.env`, { PORT: own, METRICS_PORT: metrics });
    }
    const units = path.join(machine.files, 'etc/systemd/system');
    await cp(UNITS, units, { recursive: true });
    const dropIn = path.join(units, 'caddy.service.d/lampstand.conf');
    const own = (await readFile(dropIn, 'utf8')).replace('your.site', `:${port}`).replace(
      '127.0.0.1:3001 127.0.0.1:3002',
      Object.values(servers)
        .map((url) => new URL(url).host)
        .join(' '),
    );
    await writeFile(dropIn, own);
    await mkdir(path.join(machine.files, 'etc/caddy'), { recursive: true });
    await cp(path.join(root, 'docker/Caddyfile'), path.join(machine.files, 'etc/caddy/Caddyfile'));
    await machine.start({ '/opt/lampstand/current': root });
  }, 300_000);
  afterAll(async () => {
    await machine?.end();
    claim?.release();
  });

  it('starts them as an ordinary user with a system that it cannot change, behind the proxy', async () => {
    await machine.run(['sh', '-e'], await commandsWith('systemctl enable --now'));
    await eventually(async () => (await isReady('a')) && (await isReady('b')), { within: 60_000 });
    const pid = await machine.property('lampstand@a', 'MainPID');
    const status = await machine.run(['cat', `/proc/${pid}/status`]);
    expect(status).toMatch(/^CapBnd:\t0+$/m);
    expect(status).toMatch(/^Seccomp:\t2$/m);
    expect(await machine.run(['stat', '--format=%U', `/proc/${pid}`])).toBe('lampstand\n');
    await eventually(async () => (await fetch(`${site.url}/trial`)).ok, { within: 30_000 });
    await aVisitor({ ...stack, url: site.url }).becomesMember();
  });

  it('restarts them in turn by the commands of the document, and no post fails', async () => {
    const browsers = clients(PEOPLE);
    const load = new SignUpLoad(browsers);
    const people = crowd(PEOPLE, () => load.signUp(() => site.url));
    const before = await machine.property('lampstand@b', 'MainPID');
    await machine.run(['bash', '-e'], await commandsWith('systemctl restart "lampstand'));
    expect(await machine.property('lampstand@b', 'MainPID')).not.toBe(before);
    await people.stop();
    browsers.close();
    expect(browsers.unexpected).toEqual([]);
    expect(load.acknowledged.size).toBeGreaterThan(PEOPLE);
    expect(await load.missing(stack)).toEqual([]);
  });

  it('starts a killed one again, and stops one in time', async () => {
    await machine.run(['systemctl', 'kill', '--signal=KILL', 'lampstand@a']);
    await eventually(async () => (await machine.property('lampstand@a', 'NRestarts')) === '1');
    await eventually(() => isReady('a'), { within: 60_000 });
    await machine.run(['systemctl', 'stop', 'lampstand@a']);
    expect(await machine.property('lampstand@a', 'Result')).toBe('success');
  });
});
