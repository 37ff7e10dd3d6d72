/** Builds the site into apps/web/build, for `tools/build.ts`: a process of its own, because a start does not keep its memory. */
import path from 'node:path';
import { finishPages, precompress, startBackOffice } from './built-files.ts';
import { filesBelow } from './fingerprint.ts';
import { run } from './local/processes.ts';
import { root } from './local/setup.ts';
import { writeSearchFile } from './search-file.ts';

const REACT_ROUTER = path.join(root, 'node_modules/@react-router/dev/bin.js');
const cwd = path.join(root, 'apps/web');
const client = path.join(cwd, 'build/client');
const options = { cwd, env: { ...process.env, NODE_ENV: 'production' }, quiet: true };

try {
  // Most of what it allocates is short-lived.
  await run(process.execPath, ['--max-semi-space-size=64', REACT_ROUTER, 'build'], options);
  await run('vite', ['build', '--config', 'vite.back-office.config.ts'], options);
  await writeSearchFile(client);
  await finishPages(client);
  await startBackOffice(client);
  await precompress(await filesBelow(client));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
