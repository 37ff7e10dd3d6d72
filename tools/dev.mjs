// @ts-check
/** `npm run dev`: the product with hot reload; the site on port 5173, the API restarted after each successful compile. */
import { watch } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from './build.mjs';
import { siteValues } from './local/environment.mjs';
import { stopChild } from './local/processes.mjs';
import { root, setup } from './local/setup.mjs';
import { localStack } from './local/stack.mjs';

const SITE = 'http://localhost:5173';
const QUIET_MILLISECONDS = 400;
// Not the native compiler: version 7.0.2 does not see changes with `-b -w`.
const TSC = packageFile('typescript/bin/tsc');
const SERVERS = ['apps/api', 'apps/sandbox'];

await setup();

const env = { ...process.env };
const stack = localStack({ env, siteUrl: env.SITE_URL || SITE, verbose: true, compiled: 'dist' });

await stack.supervise(async () => {
  await stack.claim();
  await run(process.execPath, [TSC, '-b', ...SERVERS]).catch(() =>
    console.error('It does not compile yet; starting with what there is.'),
  );
  const databaseUrl = await stack.database();
  if (stack.sandboxed) await stack.sandbox();
  const admin = await stack.adminLogin();
  await stack.run('compiler', TSC, { env, args: ['-b', '-w', '--preserveWatchOutput', ...SERVERS] });
  await stack.run('site', packageFile('@react-router/dev/bin.js'), {
    env: { ...env, ...siteValues({ ...env, SITE_URL: stack.siteUrl }), API_ORIGIN: stack.api },
    args: ['dev'],
    cwd: path.join(root, 'apps/web'),
  });
  console.log(`\n  ${SITE}   administrator ${admin.ADMIN_EMAIL ?? ''} ${admin.ADMIN_PASSWORD ?? ''}\n`);
  await restartAfterEachCompile(databaseUrl, admin);
});

/** @param {string} databaseUrl @param {Record<string, string | undefined>} admin */
async function restartAfterEachCompile(databaseUrl, admin) {
  let changed = Date.now();
  for (const project of ['apps/api', 'libs/contracts', 'libs/workflows']) {
    watch(path.join(root, project, 'dist'), { recursive: true }, () => (changed = Date.now()));
  }
  /** @type {import('./local/processes.mjs').Child | void} */
  let server = undefined;
  for (let served = 0; ; await sleep(100)) {
    if (changed <= served || Date.now() - changed < QUIET_MILLISECONDS) continue;
    served = changed;
    if (server) await stopChild(server);
    server = await stack
      .server(databaseUrl, admin, { restartable: true })
      .catch((error) => console.error(error.message));
  }
}

/** @param {string} file */
function packageFile(file) {
  return path.join(root, 'node_modules', file);
}
