/** A bare Debian machine by Linux's own tools: systemd as the first process, on the network of this machine. Needs root. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installDebootstrap } from '../../tools/local/debian.ts';
import { root } from '../../tools/local/setup.ts';
import { eventually } from '../support/index.ts';

const MIRROR = 'http://deb.debian.org/debian';
const PACKAGES = ['systemd', 'systemd-sysv'];
/** Made once. */
const BASE = path.join(root, '.data/soak/debian-bookworm');
const PATHS = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Mounts what systemd needs below the root ($1) with the overlay's options ($2), and folders of this machine ($3=$4, …) read-only. */
const SCRIPT = `
  root=$1 overlay=$2; shift 2
  mount --make-rprivate /
  mount -t overlay overlay -o "$overlay" "$root"
  mount -t proc proc "$root/proc"
  # Keeps systemd from changing the kernel's settings.
  mount --bind "$root/proc/sys" "$root/proc/sys"
  mount -o remount,bind,ro "$root/proc/sys"
  mount -t sysfs -o ro sysfs "$root/sys"
  mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
  for folder in run tmp dev; do mount -t tmpfs tmpfs "$root/$folder"; done
  for device in null zero full random urandom tty; do
    touch "$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
  done
  mkdir "$root/dev/pts" "$root/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
  ln -s pts/ptmx "$root/dev/ptmx"
  while [ $# -gt 0 ]; do
    mkdir -p "$root$2"
    mount --bind "$1" "$root$2"
    mount -o remount,bind,ro "$root$2"
    shift 2
  done
  exec chroot "$root" /lib/systemd/systemd --log-target=journal`;

/** Runs the rest of its arguments in a control group of its own ($2), below the tree that is mounted at $1 for that. */
const IN_GROUP = `
  mount --make-rprivate /
  mount -t cgroup2 cgroup2 "$1"
  mkdir -p "$1/$2"
  echo $$ > "$1/$2/cgroup.procs"
  shift 2
  exec "$@"`;

/** Removes a control group ($2) with those below it. */
const REMOVE_GROUP =
  'mount -t cgroup2 cgroup2 "$1" && [ ! -d "$1/$2" ] || find "$1/$2" -depth -type d -exec rmdir {} +';

export class DebianMachine {
  private constructor(
    /** Its root, for files that are there before it starts. */
    readonly files: string,
    private readonly home: string,
  ) {}

  #child: ChildProcess | undefined;
  #pid = 0;

  /** A machine that has not started. */
  static async create(): Promise<DebianMachine> {
    await makeBase();
    const home = await mkdtemp(path.join(tmpdir(), 'lampstand-machine-'));
    for (const part of ['root', 'work', 'files', 'groups']) await mkdir(path.join(home, part), { recursive: true });
    return new DebianMachine(path.join(home, 'files'), home);
  }

  /** Boots. `folders` are those of this machine by their place in the other. */
  async start(folders: Record<string, string>): Promise<void> {
    const overlay = `lowerdir=${BASE},upperdir=${this.files},workdir=${path.join(this.home, 'work')}`;
    const mounts = Object.entries(folders).flatMap(([target, source]) => [source, target]);
    const namespaces = ['--cgroup', '--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child'];
    const own = ['unshare', ...namespaces, 'sh', '-ec', SCRIPT, 'sh', path.join(this.home, 'root'), overlay, ...mounts];
    const inGroup = ['unshare', '--mount', 'sh', '-ec', IN_GROUP, 'sh', ...this.#group, ...own];
    const child = spawn('setpriv', ['--pdeathsig=KILL', ...inGroup], {
      env: { container: 'lampstand', PATH: PATHS },
      stdio: ['ignore', 'ignore', 'inherit'],
      detached: true,
    });
    this.#child = child;
    this.#pid = await eventually(async () => {
      const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').catch(() => '');
      const [first] = children.trim().split(' ');
      return first && (await readFile(`/proc/${first}/comm`, 'utf8')) === 'systemd\n' ? Number(first) : undefined;
    });
    const settled = async () =>
      /^(running|degraded)/.test(await this.run(['sh', '-c', 'systemctl is-system-running || :']));
    await eventually(settled, { within: 60_000, every: 500 });
    const noneFailed = 'failed=$(systemctl --failed --plain --no-legend); echo "$failed"; [ -z "$failed" ]';
    await this.run(['sh', '-c', noneFailed]);
  }

  /** Runs a command as root and returns its output. Throws it if the command fails, with the end of the journal. */
  run(command: string[], input = ''): Promise<string> {
    return this.#enter(command, input).catch(async (error: Error) => {
      const journal = await this.#enter(['sh', '-c', 'journalctl --sync; journalctl --no-pager --lines=30']).catch(
        String,
      );
      throw new Error(`${error.message}\n${journal}`);
    });
  }

  /** A property of a unit, as `systemctl show` prints it. */
  async property(unit: string, name: string): Promise<string> {
    return (await this.run(['systemctl', 'show', unit, `--property=${name}`, '--value'])).trim();
  }

  async end(): Promise<void> {
    if (this.#child?.exitCode === null) {
      const ended = new Promise((done) => this.#child!.once('exit', done));
      // By `--kill-child` the first process ends with it.
      this.#child.kill('SIGKILL');
      await ended;
    }
    const remove = () => run('unshare', ['--mount', 'sh', '-ec', REMOVE_GROUP, 'sh', ...this.#group]);
    await eventually(() => remove().then(() => true));
    await rm(this.home, { recursive: true, force: true });
  }

  #enter(command: string[], input = ''): Promise<string> {
    const inside = [`--target=${this.#pid}`, '--mount', '--pid', '--ipc', '--uts', '--cgroup', '--root', '--wd'];
    return run('nsenter', [...inside, ...command], { input, env: { PATH: PATHS } });
  }

  /** Where the tree of control groups is mounted, and the name of the machine's. */
  get #group(): [string, string] {
    return [path.join(this.home, 'groups'), path.basename(this.home)];
  }
}

/** An interrupted attempt leaves nothing. */
async function makeBase(): Promise<void> {
  if (existsSync(BASE)) return;
  installDebootstrap();
  const fresh = `${BASE}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  await run('debootstrap', ['--variant=minbase', `--include=${PACKAGES.join()}`, 'bookworm', fresh, MIRROR]);
  await writeFile(path.join(fresh, 'etc/hosts'), '127.0.0.1 localhost\n');
  await rename(fresh, BASE);
}

/** Runs a program and returns its standard output. Throws all its output if it fails. */
function run(program: string, args: string[], given: { env?: Record<string, string>; input?: string } = {}) {
  const { env, input = '' } = given;
  const child = spawn(program, args, { stdio: 'pipe', ...(env && { env }) });
  const output: Buffer[] = [];
  const all: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => (output.push(chunk), all.push(chunk)));
  child.stderr.on('data', (chunk: Buffer) => all.push(chunk));
  child.stdin.on('error', () => {}).end(input);
  return new Promise<string>((done, failed) => {
    child.on('error', failed);
    child.on('close', (code, signal) => {
      if (code === 0) return done(Buffer.concat(output).toString());
      failed(new Error(`${program} ${args.join(' ')} ended with ${signal ?? code}:\n${Buffer.concat(all)}`));
    });
  });
}
