/** Builds the stages of a Dockerfile without a container engine: each has a layer, mounted over those of its base. Needs root. */
import { mkdir, mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import type { Health } from '../../support/compose-file.ts';
import { copyContext } from './context.ts';
import { assignmentsOf, commandOf, healthOf, type Instruction, readDockerfile, type Stage } from './dockerfile.ts';
import { run } from './run.ts';

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

export interface Image {
  /** Folders, the topmost first. */
  layers: string[];
  env: Record<string, string>;
  user: string;
  workdir: string;
  command: string[];
  ports: number[];
  volumes: string[];
  health?: Health;
}

/** An image of a folder that is a root of a Linux system. */
export const imageOf = (folder: string): Image => ({
  layers: [folder],
  env: { PATH },
  user: 'root',
  workdir: '/',
  command: [],
  ports: [],
  volumes: [],
});

interface BuildOptions {
  /** The folder that COPY reads. */
  context: string;
  args?: Record<string, string>;
  /** Where the layers are made. */
  home: string;
  /** The image that a stage names which the Dockerfile does not have. */
  baseOf: (name: string) => Image | Promise<Image>;
  log?: (line: string) => void;
}

/** The image of each stage of the Dockerfile by its name. */
export async function buildImages(dockerfile: string, options: BuildOptions): Promise<Map<string, Image>> {
  const images = new Map<string, Image>();
  for (const stage of readDockerfile(dockerfile)) {
    const base = images.get(stage.base) ?? (await options.baseOf(stage.base));
    images.set(stage.name, await buildStage(stage, base, images, options));
  }
  return images;
}

async function buildStage(
  stage: Stage,
  base: Image,
  images: Map<string, Image>,
  options: BuildOptions,
): Promise<Image> {
  const { context, args = {}, log = () => {} } = options;
  const home = await mkdtemp(path.join(options.home, `${stage.name}-`));
  const [layer, work, root] = ['layer', 'work', 'root'].map((name) => path.join(home, name)) as [
    string,
    string,
    string,
  ];
  await Promise.all([layer, work, root].map((folder) => mkdir(folder)));
  const image: Image = { ...structuredClone(base), layers: [layer, ...base.layers] };
  const declared: Record<string, string> = {};
  await run('mount', ['-t', 'overlay', 'overlay', '-o', overlayOf(base.layers, { layer, work }), root]);
  try {
    for (const instruction of stage.instructions) await build(instruction);
  } finally {
    await run('umount', [root]);
  }
  return image;

  async function build({ name, text, options: given }: Instruction): Promise<void> {
    if (name === 'RUN' || name === 'COPY') log(`${stage.name}: ${name} ${text}`);
    if (name === 'WORKDIR') await mkdir(path.join(root, (image.workdir = text)), { recursive: true });
    else if (name === 'ENV') Object.assign(image.env, assignmentsOf(text));
    else if (name === 'ARG') declare(text);
    else if (name === 'USER') image.user = text;
    else if (name === 'EXPOSE') image.ports.push(...text.split(/\s+/).map(Number));
    else if (name === 'VOLUME') image.volumes.push(...text.split(/\s+/));
    else if (name === 'HEALTHCHECK') image.health = healthOf({ name, text, options: given });
    else if (name === 'CMD') image.command = commandOf(text);
    else if (name === 'COPY') await copy(text.split(/\s+/), given['from']);
    else await runInside(commandOf(text));
  }

  function declare(text: string): void {
    const [, name = '', value = ''] = /^(\w+)(?:=(.*))?$/.exec(text) ?? [];
    declared[name] = args[name] ?? value;
  }

  async function copy(names: string[], from?: string): Promise<void> {
    const sources = names.slice(0, -1);
    const target =
      path.join(root, path.resolve(image.workdir, names.at(-1)!)) + (names.at(-1)!.endsWith('/') ? '/' : '');
    if (!from) return copyContext(context, sources, target);
    const source = images.get(from);
    if (!source) throw new Error(`COPY --from=${from}: the Dockerfile has no such stage before this line.`);
    const other = path.join(home, 'from');
    await mkdir(other, { recursive: true });
    await run('mount', ['-t', 'overlay', 'overlay', '-o', overlayOf(source.layers), other]);
    try {
      for (const each of sources) await copyTree(path.join(other, each), target);
    } finally {
      await run('umount', [other]);
    }
  }

  /** Runs the command as RUN does: with the files of the image, the processes of its own and the network of this machine. */
  async function runInside(command: string[]): Promise<void> {
    const certificates = process.env['NODE_EXTRA_CA_CERTS'];
    const script = `
      mount --make-rprivate /
      mount --rbind /dev "$1/dev"
      mount -t proc proc "$1/proc"
      show() { touch "$1$2"; mount --bind "$2" "$1$2"; }
      show "$1" /etc/resolv.conf
      ${certificates ? `mkdir -p "$1${path.dirname(certificates)}"; show "$1" "${certificates}"` : ''}
      root=$1; shift
      exec chroot "$root" env --chdir="$WORKDIR" -u WORKDIR "$@"`;
    const own = ['--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child', 'sh', '-ec', script, 'sh'];
    await run('unshare', [...own, root, ...command], {
      env: {
        ...declared,
        ...image.env,
        HOME: '/root',
        WORKDIR: image.workdir,
        ...(certificates && { NODE_EXTRA_CA_CERTS: certificates }),
      },
    });
  }
}

/** A folder's content goes into the target, a file beside it. */
async function copyTree(source: string, target: string): Promise<void> {
  await mkdir(target.endsWith('/') ? target : path.dirname(target), { recursive: true });
  await run('cp', ['-a', '-T', '--', source, target.replace(/\/$/, '')]);
}

/** The mount options of layers, read-only without an upper one. Overlay needs two lower folders then. */
export const overlayOf = (lower: string[], upper?: { layer: string; work: string }): string =>
  [`lowerdir=${lower.join(':')}`, ...(upper ? [`upperdir=${upper.layer}`, `workdir=${upper.work}`] : [])].join(',');
