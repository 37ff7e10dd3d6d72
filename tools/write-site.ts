/** Builds the site into apps/web/build, for `tools/build.ts`: a process of its own, because a start does not keep its memory. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { precompress } from './built-files.ts';
import { filesBelow } from './fingerprint.ts';
import { run } from './local/processes.ts';
import { root } from './local/setup.ts';

const REACT_ROUTER = path.join(root, 'node_modules/@react-router/dev/bin.js');
const cwd = path.join(root, 'apps/web');
const client = path.join(cwd, 'build/client');
const pictures = path.join(cwd, 'build/server/page-images.js');

try {
  // Most of what it allocates is short-lived.
  await run(process.execPath, ['--max-semi-space-size=64', REACT_ROUTER, 'build'], {
    cwd,
    env: { ...process.env, NODE_ENV: 'production' },
    quiet: true,
  });
  process.chdir(cwd);
  const { writePageImages } = await import(pictures);
  await writePageImages(client);
  await rm(pictures);
  await precompress(await filesBelow(client));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
