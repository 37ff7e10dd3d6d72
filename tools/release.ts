/**
 * `npm run release`: writes what a production machine runs, with nothing to install or build there, as a folder and as a .tar.gz
 * of it in `release/`. It is for machines of this platform. The image is made of the same folder (Dockerfile).
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from './build.ts';
import { UNBUNDLED } from './bundle.ts';
import { step } from './local/progress.ts';
import { isMain, root, setup } from './local/setup.ts';

const RELEASES = path.join(root, 'release');
/** Besides the packages. */
const PARTS = ['apps/api/build', 'apps/web/build', 'deploy', 'docker', 'docs', 'CHANGELOG.md', 'README.md'];
/** Reports installations to a company, and no code of ours loads it. */
const UNUSED = '@scarf/scarf';

type Manifest = { version: string; dependencies?: Names; optionalDependencies?: Names };
type Names = Record<string, string>;

/** Builds what changed, writes the release and returns the path of its folder and of its archive. */
export async function release() {
  await build();
  const { version } = await manifestAt(root);
  const name = `lampstand-${version}`;
  const folder = path.join(RELEASES, name);
  const archive = path.join(RELEASES, `${name}-${process.platform}-${process.arch}.tar.gz`);
  await rm(RELEASES, { recursive: true, force: true });
  await step('release', async () => {
    for (const part of PARTS) await cp(path.join(root, part), path.join(folder, part), { recursive: true });
    await cp(path.join(root, 'libs/contracts/src/owner-claims.json'), path.join(folder, 'owner-claims.json'));
    const folders = new Set<string>();
    for (const each of UNBUNDLED) await collect(each, root, folders);
    for (const each of folders) await cp(each, path.join(folder, path.relative(root, each)), { recursive: true });
    await cp(process.execPath, path.join(folder, 'bin/node'));
    const manifest = { name: 'lampstand', version, gitHead: commit(), private: true, type: 'module' };
    await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    await writeFile(
      path.join(folder, 'sbom.json'),
      output('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']),
    );
    output('tar', ['--create', '--gzip', `--file=${archive}`, `--directory=${RELEASES}`, name]);
  });
  return { folder, archive };
}

/** Adds the folder of a package and of all that it depends on, as Node finds them from `from`. */
async function collect(name: string, from: string, folders: Set<string>) {
  const folder = folderOf(name, from);
  if (!folder || folders.has(folder)) return;
  folders.add(folder);
  const { dependencies, optionalDependencies } = await manifestAt(folder);
  for (const each of Object.keys({ ...dependencies, ...optionalDependencies }))
    if (each !== UNUSED) await collect(each, folder, folders);
}

/** Undefined where an optional package is not for this platform. */
function folderOf(name: string, from: string): string | undefined {
  const folder = path.join(from, 'node_modules', name);
  if (existsSync(folder)) return folder;
  return from === root ? undefined : folderOf(name, path.dirname(from));
}

const manifestAt = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));

/** Of Git, or of the variable COMMIT where there is no Git, as in the build of the image. Ends in "-dirty" after changes. */
const commit = () =>
  process.env.COMMIT || output('git', ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*']).trim();

const output = (program: string, args: string[]) =>
  execFileSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

if (isMain(import.meta)) {
  await setup();
  const { archive } = await release();
  console.log(`${archive}  ${((await stat(archive)).size / 1e6).toFixed(1)} MB`);
}
