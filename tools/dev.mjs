/** `npm run dev`: the product with hot reload; the site on 5173, the API started anew after each successful compile. */
import { existsSync, watch } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import path from 'node:path';
import { root, setup } from './setup.mjs';

await setup();

const { run } = await import('./build.mjs');
const { stopChild } = await import('./children.mjs');
const { siteValues } = await import('./environment.mjs');
const { localStack } = await import('./local-stack.mjs');

const SITE = 'http://localhost:5173';
const QUIET_MILLISECONDS = 400;

const env = { ...process.env };
const stack = localStack({ env, siteUrl: env.SITE_URL || SITE, verbose: true, compiled: 'dist' });
const script = (file) => path.join(root, 'node_modules', file);
// The native compiler of 7.0.2 does not see changes with `-b -w`.
const tsc = script('typescript/bin/tsc');

await stack.supervise(async () => {
  await stack.claim();
  await run(process.execPath, [tsc, '-b'], { cwd: root }).catch(() =>
    console.error('It does not compile yet; starting with what there is.'),
  );
  const databaseUrl = await stack.database();
  if (stack.sandboxed) await stack.sandbox();
  const admin = await stack.adminLogin();
  await stack.run('compiler', tsc, { env, args: ['-b', '-w', '--preserveWatchOutput'] });
  await site();
  console.log(`\n  ${SITE}   administrator ${admin.ADMIN_EMAIL ?? ''} ${admin.ADMIN_PASSWORD ?? ''}\n`);
  await serveEachCompile(databaseUrl, admin);
});

async function site() {
  const web = path.join(root, 'apps/web');
  if (!existsSync(path.join(web, 'vite.config.ts'))) return;
  await stack.run('site', script('@react-router/dev/bin.js'), {
    env: { ...env, ...siteValues({ ...env, SITE_URL: stack.siteUrl }), API_ORIGIN: stack.api },
    args: ['dev'],
    cwd: web,
  });
}

async function serveEachCompile(databaseUrl, admin) {
  let changed = Date.now();
  for (const project of ['apps/api', 'libs/contracts', 'libs/workflows']) {
    watch(path.join(root, project, 'dist'), { recursive: true }, () => (changed = Date.now()));
  }
  let server;
  for (let served = 0; ; await sleep(100)) {
    if (changed <= served || Date.now() - changed < QUIET_MILLISECONDS) continue;
    served = changed;
    if (server) await stopChild(server);
    server = await stack
      .server(databaseUrl, admin, { restartable: true })
      .catch((error) => console.error(error.message));
  }
}
