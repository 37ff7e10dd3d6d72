/** `npm run build`: builds what changed: the bundles of the servers and the site. */
import path from 'node:path';
import { fingerprint, stamp, stampOf } from './fingerprint.ts';
import { bundleServers } from './bundle.ts';
import { run, withLock } from './local/processes.ts';
import { step } from './local/progress.ts';
import { isMain, root, setup } from './local/setup.ts';

const WRITE_SITE = path.join(root, 'tools/write-site.ts');
const SITE_SOURCES = ['apps/web', 'libs/contracts', 'libs/workflows', 'package-lock.json'].map((name) =>
  path.join(root, name),
);

/**
 * Builds all that `npm start` runs, and prints a line for each part that was not up to date. `whenBundled` starts servers while the
 * site is being built.
 */
export async function build({ whenBundled = async () => {} }: { whenBundled?: () => Promise<unknown> } = {}) {
  await withLock(path.join(root, '.data/build.lock'), async () => {
    await Promise.all([bundleServers().then(whenBundled), buildSite()]);
  });
}

async function buildSite() {
  const out = path.join(root, 'apps/web/build');
  const inputs = await fingerprint([...SITE_SOURCES, WRITE_SITE]);
  if ((await stampOf(out)) === inputs) return;
  await step('site', () => run(process.execPath, [WRITE_SITE]));
  await stamp(out, inputs);
}

if (isMain(import.meta)) {
  await setup();
  await build().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
