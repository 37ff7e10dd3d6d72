/** One container by Linux's own tools: namespaces, a read-only root, the listed capabilities. Needs root. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../support/index.ts';
import type { Health } from '../../support/compose-file.ts';
import { type Image, overlayOf } from './images.ts';
import type { Attached } from './network.ts';
import { run } from './run.ts';

const RESTART_AFTER_MS = 500;

export interface ContainerOptions {
  name: string;
  image: Image;
  env: Record<string, string>;
  network: Attached;
  /** Lines of `/etc/hosts`. */
  hosts: string[];
  readOnly: boolean;
  capabilities: string[];
  noNewPrivileges: boolean;
  tmpfs: string[];
  /** A new volume gets the content of the image's folder. */
  volumes: { source: string; target: string; readOnly: boolean; isNew: boolean }[];
  health?: Health;
  restarts: boolean;
  graceMs: number;
  /** For the log file and mount points. */
  home: string;
}

/** Mounts the root ($1) of the layers ($2) as the first process of the namespaces, then becomes the command. */
const SCRIPT = `
  root=$1 overlay=$2; shift 2
  mount --make-rprivate /
  mount -t overlay overlay -o "$overlay" "$root"
  mount --rbind /dev "$root/dev"
  mount -t proc proc "$root/proc"
  while [ "$1" != -- ]; do
    case $1 in
      tmpfs) mount -t tmpfs -o nosuid,nodev,noexec,mode=1777 tmpfs "$root$2"; shift 2;;
      fill) cp -aT "$root$3" "$2"; shift 3;;
      bind) mount --bind "$2" "$root$3"; shift 3;;
      ro) mount --bind "$2" "$root$3"; mount -o remount,bind,ro "$root$3"; shift 3;;
    esac
  done
  shift
  exec chroot "$root" "$@"`;

export class Container {
  /** How often the command has been started. */
  starts = 0;
  #child: ChildProcess | undefined;
  #pid = 0;
  #ended: Promise<string> = Promise.resolve('not started');
  #stopping = false;

  constructor(readonly options: ContainerOptions) {}

  get name(): string {
    return this.options.name;
  }

  /** The id of the command's process on this machine. */
  get pid(): number {
    return this.#pid;
  }

  get isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  async start(): Promise<void> {
    const { image, env, network, home, name } = this.options;
    this.#stopping = false;
    const root = path.join(home, name, 'root');
    await mkdir(root, { recursive: true });
    const log = await open(this.#logFile, 'a');
    const namespaces = ['--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child'];
    const mounts = [...this.options.tmpfs.flatMap((target) => ['tmpfs', target]), ...this.#volumes()];
    const own = [
      'sh',
      '-ec',
      SCRIPT,
      'sh',
      root,
      await this.#overlay(),
      ...mounts,
      '--',
      ...this.#asUser(image.command),
    ];
    const command = ['unshare', ...namespaces, ...own];
    const child = spawn(
      'setpriv',
      ['--pdeathsig=KILL', 'nsenter', `--net=/run/netns/${network.namespace}`, ...command],
      {
        env: { HOSTNAME: name, ...image.env, ...env },
        stdio: ['ignore', log.fd, log.fd],
        detached: true,
      },
    );
    await log.close();
    this.starts += 1;
    this.#child = child;
    this.#ended = new Promise((done) => child.once('exit', (code, signal) => done(signal ?? `code ${code}`)));
    void this.#ended.then(() => this.#restart());
    this.#pid = await eventually(async () => this.isRunning && firstChildOf(child.pid!));
  }

  /** As the engine does it: SIGTERM, and SIGKILL after the grace period. Returns the exit and how long it took. */
  async stop(): Promise<{ exit: string; ms: number }> {
    this.#stopping = true;
    const begun = performance.now();
    if (this.isRunning) process.kill(this.#pid, 'SIGTERM');
    const timer = setTimeout(() => this.isRunning && process.kill(this.#pid, 'SIGKILL'), this.options.graceMs);
    const exit = await this.#ended;
    clearTimeout(timer);
    return { exit, ms: performance.now() - begun };
  }

  /** Kills the process; by its restart policy the engine starts it again. */
  kill(): void {
    process.kill(this.#pid, 'SIGKILL');
  }

  /** Runs a command inside, as the container's user. Throws its output if it fails. */
  exec(command: string[]): Promise<string> {
    const inside = ['--mount', '--net', '--pid', '--ipc', '--uts', '--root', '--wd'];
    return run('nsenter', [`--target=${this.#pid}`, ...inside, ...this.#asUser(command)], {
      env: { ...this.options.image.env, ...this.options.env },
    });
  }

  /** Runs the health check until it passes; throws its last output when it does not within the retries. */
  async untilHealthy(): Promise<void> {
    const { health } = this.options;
    if (!health) throw new Error(`${this.name} has no health check.`);
    const { test, interval, retries, startPeriod } = health;
    const command = typeof test === 'string' ? ['/bin/sh', '-c', test] : test;
    await eventually(() => this.exec(command).then(() => true), {
      every: Math.min(interval, 500),
      within: startPeriod + interval * retries,
    }).catch(async (error: Error) => {
      throw new Error(`${this.name} is not healthy: ${error.message}\n${await this.logs()}`);
    });
  }

  logs(): Promise<string> {
    return readFile(this.#logFile, 'utf8');
  }

  get #logFile(): string {
    return path.join(this.options.home, `${this.name}.log`);
  }

  async #restart(): Promise<void> {
    await sleep(RESTART_AFTER_MS);
    if (!this.#stopping && this.options.restarts) await this.start();
  }

  #asUser(command: string[]): string[] {
    const { image, capabilities, noNewPrivileges } = this.options;
    const bounds = ['-all', ...capabilities.map((name) => `+${name.toLowerCase()}`)].join(',');
    const user = image.user === 'root' ? [] : [`--reuid=${image.user}`, `--regid=${image.user}`, '--init-groups'];
    const privileges = [`--bounding-set=${bounds}`, '--inh-caps=-all', ...(noNewPrivileges ? ['--no-new-privs'] : [])];
    return ['env', `--chdir=${image.workdir}`, 'setpriv', ...user, ...privileges, '--', ...command];
  }

  #volumes(): string[] {
    return this.options.volumes.flatMap(({ source, target, readOnly, isNew }) => [
      ...(isNew && this.starts === 0 ? ['fill', source, target] : []),
      readOnly ? 'ro' : 'bind',
      source,
      target,
    ]);
  }

  /** A layer above the image's has the files that the engine writes and the mount points. */
  async #overlay(): Promise<string> {
    const { home, name, image, hosts, volumes, tmpfs, readOnly } = this.options;
    const [top, layer, work] = ['top', 'layer', 'work'].map((part) => path.join(home, name, part)) as [
      string,
      string,
      string,
    ];
    await Promise.all([layer, work, path.join(top, 'etc')].map((folder) => mkdir(folder, { recursive: true })));
    await writeFile(path.join(top, 'etc/hosts'), ['127.0.0.1 localhost', ...hosts, ''].join('\n'));
    const isInImage = (target: string) => image.layers.some((folder) => existsSync(path.join(folder, target)));
    for (const [target, source] of [
      ...volumes.map((each) => [each.target, each.source] as const),
      ...tmpfs.map((target) => [target, home] as const),
    ])
      if (!isInImage(target)) await mountPoint(path.join(top, target), source);
    return overlayOf([top, ...image.layers], readOnly ? undefined : { layer, work });
  }
}

/** An empty file or folder over which the source can be mounted. */
async function mountPoint(target: string, source: string): Promise<void> {
  const isFolder = (await stat(source)).isDirectory();
  await mkdir(isFolder ? target : path.dirname(target), { recursive: true });
  if (!isFolder) await writeFile(target, '');
}

const firstChildOf = async (pid: number): Promise<number> =>
  Number((await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ')[0]);
