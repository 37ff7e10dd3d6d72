/** The recipe for one machine: a release on a bare Debian, by the scripts in deploy/ and the commands of docs/deploying.md. */
import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimPorts } from '../../tools/local/environment.ts';
import { root } from '../../tools/local/setup.ts';
import { release } from '../../tools/release.ts';
import { aVisitor } from '../builders/index.ts';
import { eventually } from '../support/index.ts';
import type { OwnStack } from '../support/own-stack.ts';
import { apiEnvironment, startStack } from '../support/stack.mjs';
import { clients, crowd, SignUpLoad } from './clients.ts';
import { DebianMachine } from './debian-machine.ts';

const PEOPLE = 8;
const MOST_MEGABYTES = 80;
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
    await writeFile(file, (await unit()).replace('/opt/lampstand/current/bin/node', process.execPath));
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

function trust(certificate: string): true {
  tls.setDefaultCACertificates([...tls.getCACertificates(), certificate]);
  return true;
}

describe('A machine', () => {
  const stack = {} as OwnStack;
  const site = { url: '' };
  let machine: DebianMachine;
  let claim: Awaited<ReturnType<typeof claimPorts>>;
  let archive: string;
  let folder: string;

  const shell = (commands: string) => machine.run(['bash', '-e'], commands);
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    const result = await work();
    console.log(`${what}: ${((performance.now() - begun) / 1000).toFixed(0)} s`);
    return result;
  };
  const settingsOf = async () => shell('cat /etc/lampstand/server.env');
  /** Replaces lines of the settings. */
  const sets = async (values: Record<string, string>) => {
    const kept = (await settingsOf()).split('\n').filter((line) => !Object.hasOwn(values, line.split('=')[0]!));
    const lines = Object.entries(values).map(([name, value]) => `${name}='${value}'`);
    await machine.run(['sh', '-c', 'cat > /etc/lampstand/server.env'], [...kept, ...lines, ''].join('\n'));
  };
  const releaseOf = async () => (await (await fetch(`${site.url}/readyz`)).json()).commit;

  beforeAll(async () => {
    ({ archive, folder } = await timed('a release', release));
    machine = await DebianMachine.create();
    claim = await claimPorts(5);
    site.url = `https://localhost:${claim.ports[0]}`;
    await mkdir(path.join(machine.files, 'root'), { recursive: true });
    await copyFile(archive, path.join(machine.files, 'root', path.basename(archive)));
    await machine.start({});
  }, 900_000);
  afterAll(async () => {
    await stack.stop?.();
    await machine?.end();
    claim?.release();
  });

  it('gets all that it needs in one archive of at most 80 MB', async () => {
    const { size } = await stat(archive);
    console.log(`${path.basename(archive)}: ${(size / 1e6).toFixed(1)} MB`);
    expect(size / 1e6).toBeLessThan(MOST_MEGABYTES);
    expect(JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')).gitHead).toMatch(/^[0-9a-f]{40}/);
  });

  it('serves a sign-up by https after the commands of the document', { timeout: 900_000 }, async () => {
    const [port, a, aMetrics, b, bMetrics] = claim.ports;
    const commands = (await commandsWith('deploy/install.sh')).replace('your.site', `localhost:${port}`);
    const [before, after] = commands.split(/^editor .*$/m);
    await timed('install.sh', () => shell(`cd /root\n${before}`));
    const [, databaseUrl] = /^MIGRATION_DATABASE_URL=(.*)$/m.exec(await settingsOf())!;
    Object.assign(stack, await startStack({ apis: 0, databaseUrl: databaseUrl! }));
    const ports = { sandbox: Number(new URL(stack.sandboxUrl).port), smtp: stack.smtpPort };
    // The time to drain is the default, as in production.
    const { DRAIN_SECONDS: _, ...sandboxed } = await apiEnvironment(stack.home, ports);
    await sets({ ...sandboxed, SITE_URL: site.url });
    await shell(`
      printf 'PORT=${a}\nMETRICS_PORT=${aMetrics}\n' > /etc/lampstand/a.env
      printf 'PORT=${b}\nMETRICS_PORT=${bMetrics}\n' > /etc/lampstand/b.env
      sed -i 's/127.0.0.1:3001 127.0.0.1:3002/127.0.0.1:${a} 127.0.0.1:${b}/' /etc/systemd/system/caddy.service.d/lampstand.conf
      systemctl daemon-reload; systemctl restart caddy`);
    // Caddy signs the certificate of localhost with an authority of its own.
    const authority = () => machine.run(['cat', '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt']);
    await eventually(() => authority().then(trust, () => false), { within: 30_000 });
    await timed('the first deploy.sh', () => shell(`cd /opt/lampstand/releases/lampstand-*\n${after}`));
    await eventually(async () => (await fetch(`${site.url}/trial`)).ok, { within: 30_000 });
    await aVisitor({ ...stack, url: site.url }).becomesMember();
    const doctor =
      'set -a; . /etc/lampstand/server.env; cd /opt/lampstand/current; bin/node apps/api/build/doctor.js || :';
    // A busy machine opens a connection in seconds, and the doctor says so.
    await eventually(async () => /^ok +database/m.test(await shell(doctor)), { within: 60_000 });
  });

  it('runs the servers as an ordinary user with a system that they cannot change', async () => {
    const pid = await machine.property('lampstand@a', 'MainPID');
    const status = await machine.run(['cat', `/proc/${pid}/status`]);
    expect(status).toMatch(/^CapBnd:\t0+$/m);
    expect(status).toMatch(/^Seccomp:\t2$/m);
    expect(await machine.run(['stat', '--format=%U', `/proc/${pid}`])).toBe('lampstand\n');
  });

  it('is installed again without a change of its settings, database and host name', { timeout: 300_000 }, async () => {
    const before = await settingsOf();
    await shell('sh /opt/lampstand/current/deploy/install.sh another.site');
    expect(await settingsOf()).toBe(before);
    await eventually(async () => (await fetch(`${site.url}/readyz`)).ok, { within: 30_000 });
    expect(await stack.query('SELECT FROM trial_signups')).not.toEqual([]);
  });

  it('takes a backup, and the servers tell its time', async () => {
    await machine.run(['systemctl', 'start', 'lampstand-backup']);
    expect(await shell('ls /var/backups/lampstand')).toMatch(/^lampstand-[\dT-]+\.dump\n$/);
    const metrics = await (await fetch(`http://127.0.0.1:${claim.ports[2]}/metrics`)).text();
    const [, seconds] = /^lampstand_backup_timestamp_seconds (.*)$/m.exec(metrics)!;
    expect(Date.now() / 1000 - Number(seconds)).toBeLessThan(600);
    expect(await machine.property('lampstand-backup.timer', 'ActiveState')).toBe('active');
  });

  it('gets a later release and goes back to the one before, and no post fails', { timeout: 600_000 }, async () => {
    const browsers = clients(PEOPLE, https);
    const load = new SignUpLoad(browsers);
    const people = crowd(PEOPLE, () => load.signUp(() => site.url));
    const before = await releaseOf();
    await shell(`
      cp -r /opt/lampstand/releases/lampstand-* /opt/lampstand/releases/later
      sed -i 's/"gitHead": ".*"/"gitHead": "later"/' /opt/lampstand/releases/later/package.json`);
    await timed('a deploy', () => shell('sh /opt/lampstand/releases/later/deploy/deploy.sh'));
    expect(await releaseOf()).toBe('later');
    await timed('a rollback', () => shell('sh /opt/lampstand/releases/lampstand-*/deploy/deploy.sh'));
    expect(await releaseOf()).toBe(before);
    await people.stop();
    browsers.close();
    console.log(browsers.figures());
    expect(browsers.unexpected).toEqual([]);
    expect(load.acknowledged.size).toBeGreaterThan(PEOPLE);
    expect(await load.missing(stack)).toEqual([]);
  });

  it('takes a release back that does not become ready', { timeout: 600_000 }, async () => {
    const before = await releaseOf();
    await shell('echo "process.exit(1);" > /opt/lampstand/releases/later/apps/api/build/main.js');
    await expect(shell('READY_SECONDS=30 sh /opt/lampstand/releases/later/deploy/deploy.sh')).rejects.toThrow(
      /later did not become ready[^]*lampstand-[\d.]+ runs again/,
    );
    await eventually(async () => (await releaseOf()) === before, { within: 30_000 });
  });

  it('starts a killed server again, and stops one in time', async () => {
    // systemd goes on counting those of a release that did not start.
    const restarts = async () => Number(await machine.property('lampstand@a', 'NRestarts'));
    const before = await restarts();
    await machine.run(['systemctl', 'kill', '--signal=KILL', 'lampstand@a']);
    await eventually(async () => (await restarts()) === before + 1);
    await eventually(async () => (await fetch(`http://127.0.0.1:${claim.ports[1]}/readyz`)).ok, { within: 60_000 });
    await machine.run(['systemctl', 'stop', 'lampstand@a']);
    expect(await machine.property('lampstand@a', 'Result')).toBe('success');
  });
});
