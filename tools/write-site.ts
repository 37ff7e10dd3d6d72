/** Builds the site into apps/web/build, for `tools/build.ts`: a process of its own, because a start does not keep its memory. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { filesBelow } from './fingerprint.ts';
import { run } from './local/processes.ts';
import { root } from './local/setup.ts';

const TEXT = new Set(
  ['css', 'html', 'ics', 'js', 'json', 'map', 'svg', 'txt', 'webmanifest', 'xml'].map((type) => `.${type}`),
);
const CONCURRENCY = 4;

/** Writes a .br and a .gz next to each text file, so that the server compresses nothing while it answers. */
async function precompress(files: string[]) {
  const queue = files.filter((file) => TEXT.has(path.extname(file))).values();
  await Promise.all(Array.from({ length: CONCURRENCY }, () => compressEach(queue)));
}

async function compressEach(files: Iterable<string>) {
  for (const file of files) {
    const bytes = await readFile(file);
    for (const [extension, encode] of Object.entries(encodings)) {
      const packed = await encode(bytes);
      if (packed.length < bytes.length) await writeFile(`${file}.${extension}`, packed);
    }
  }
}

const encodings: Record<string, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gz: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

const REACT_ROUTER = path.join(root, 'node_modules/@react-router/dev/bin.js');
const cwd = path.join(root, 'apps/web');
const client = path.join(cwd, 'build/client');
const site = path.join(cwd, 'build/server/site.js');
const pictures = path.join(cwd, 'build/server/page-images.js');

try {
  // Most of what it allocates is short-lived.
  await run(process.execPath, ['--max-semi-space-size=64', REACT_ROUTER, 'build'], {
    cwd,
    env: { ...process.env, NODE_ENV: 'production' },
    quiet: true,
  });
  process.chdir(cwd);
  const { pages } = await import(site);
  const { writePageImages } = await import(pictures);
  await writePageImages(pages, client);
  await rm(pictures);
  await precompress(await filesBelow(client));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
