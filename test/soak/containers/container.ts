/** One container by Linux's own tools: namespaces, a read-only root, the listed capabilities. Needs root. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
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

/**
 * As the first process of the namespaces: mounts the root ($1) with the overlay's options ($2) and what the container mounts,
 * makes the root read-only ($3 is "ro"), and becomes the command.
 */
const SCRIPT = `
  root=$1 overlay=$2 mode=$3; shift 3
  # Makes the mount point and follows links inside the root.
  point() {
    made='if [ "$2" = folder ]; then mkdir -p "$1"; else mkdir -p "$(dirname "$1")"; [ -e "$1" ] || : > "$1"; fi; readlink -f "$1"'
    echo "$root$(chroot "$root" sh -c "$made" sh "$1" "$2")"
  }
  kind() { if [ -d "$1" ]; then echo folder; else echo file; fi; }
  mount --make-rprivate /
  mount -t overlay overlay -o "$overlay" "$root"
  mount --rbind /dev "$root/dev"
  mount -t proc proc "$root/proc"
  while [ "$1" != -- ]; do
    case $1 in
      tmpfs) mount -t tmpfs -o nosuid,nodev,noexec,mode=1777 tmpfs "$(point "$2" folder)"; shift 2;;
      fill) [ ! -d "$root$3" ] || cp -aT "$root$3" "$2"; shift 3;;
      rw) mount --bind "$2" "$(point "$3" "$(kind "$2")")"; shift 3;;
      ro)
        there=$(point "$3" "$(kind "$2")")
        mount --bind "$2" "$there"
        mount -o remount,bind,ro "$there"
        shift 3;;
    esac
  done
  shift
  [ "$mode" != ro ] || mount -o remount,ro "$root"
  exec chroot "$root" "$@"`;

export class Container {
  /** How often the command has been started. */
  starts = 0;
  #child: ChildProcess | undefined;
  #pid: number | undefined;
  #ended: Promise<string> = Promise.resolve('not started');
  #stopping = false;

  constructor(readonly options: ContainerOptions) {}

  get name(): string {
    return this.options.name;
  }

  /** The id of the command's process on this machine. */
  get pid(): number {
    if (!this.#pid) throw new Error(`${this.name} has not been started.`);
    return this.#pid;
  }

  get isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  async start(): Promise<void> {
    const { image, env, network, home, name, readOnly } = this.options;
    this.#stopping = false;
    const [root, layer, work] = ['root', 'layer', 'work'].map((part) => path.join(home, name, part));
    await Promise.all([root, layer, work].map((folder) => mkdir(folder!, { recursive: true })));
    const overlay = overlayOf(image.layers, { layer: layer!, work: work! });
    const namespaces = ['--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child'];
    const own = ['sh', '-ec', SCRIPT, 'sh', root!, overlay, readOnly ? 'ro' : 'rw', ...(await this.#mounts()), '--'];
    const inside = ['nsenter', `--net=/run/netns/${network.namespace}`, 'unshare', ...namespaces, ...own];
    const log = await open(this.#logFile, 'a');
    const child = spawn('setpriv', ['--pdeathsig=KILL', ...inside, ...this.#asUser(image.command)], {
      env: { HOSTNAME: name, ...image.env, ...env },
      stdio: ['ignore', log.fd, log.fd],
      detached: true,
    });
    await log.close();
    this.starts += 1;
    this.#child = child;
    this.#ended = new Promise((done) => child.once('exit', (code, signal) => done(signal ?? `code ${code}`)));
    void this.#ended.then(() => this.#restart(child));
    this.#pid = await eventually(() => (this.isRunning ? firstChildOf(child.pid!) : undefined));
  }

  /** As the engine does it: SIGTERM, and SIGKILL after the grace period. Returns the exit and how long it took. */
  async stop(): Promise<{ exit: string; ms: number }> {
    this.#stopping = true;
    const begun = performance.now();
    if (this.isRunning) process.kill(this.pid, 'SIGTERM');
    const timer = setTimeout(() => this.isRunning && process.kill(this.pid, 'SIGKILL'), this.options.graceMs);
    const exit = await this.#ended;
    clearTimeout(timer);
    return { exit, ms: performance.now() - begun };
  }

  /** Kills the process; by its restart policy the engine starts it again. */
  kill(): void {
    process.kill(this.pid, 'SIGKILL');
  }

  /** Runs a command inside, as the container's user. Throws its output if it fails. */
  exec(command: string[]): Promise<string> {
    const inside = ['--mount', '--net', '--pid', '--ipc', '--uts', '--root', '--wd'];
    return run('nsenter', [`--target=${this.pid}`, ...inside, ...this.#asUser(command)], {
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

  /** Starts it again unless it was stopped, or has been started since. */
  async #restart(ended: ChildProcess): Promise<void> {
    if (this.#stopping || !this.options.restarts) return;
    await sleep(RESTART_AFTER_MS);
    if (!this.#stopping && this.#child === ended) await this.start();
  }

  #asUser(command: string[]): string[] {
    const { image, capabilities, noNewPrivileges } = this.options;
    const bounds = ['-all', ...capabilities.map((name) => `+${name.toLowerCase()}`)].join(',');
    const user = image.user === 'root' ? [] : [`--reuid=${image.user}`, `--regid=${image.user}`, '--init-groups'];
    const privileges = [`--bounding-set=${bounds}`, '--inh-caps=-all', ...(noNewPrivileges ? ['--no-new-privs'] : [])];
    return ['env', `--chdir=${image.workdir}`, 'setpriv', ...user, ...privileges, '--', ...command];
  }

  async #mounts(): Promise<string[]> {
    const { home, name, hosts, volumes, tmpfs } = this.options;
    const hostsFile = path.join(home, name, 'hosts');
    await writeFile(hostsFile, ['127.0.0.1 localhost', ...hosts, ''].join('\n'));
    const fills = this.starts === 0 ? volumes.filter(({ isNew }) => isNew) : [];
    return [
      ['ro', hostsFile, '/etc/hosts'],
      ...tmpfs.map((target) => ['tmpfs', target]),
      ...fills.map(({ source, target }) => ['fill', source, target]),
      ...volumes.map(({ source, target, readOnly }) => [readOnly ? 'ro' : 'rw', source, target]),
    ].flat();
  }
}

/** The process that `unshare` has made; undefined before that. */
export const firstChildOf = async (pid: number): Promise<number | undefined> =>
  Number((await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ')[0]) || undefined;
