/** Writes a .br and a .gz beside every text file of the built site, so that the server never compresses while it answers. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { filesBelow } from './fingerprint.mjs';

const TEXT = new Set([
  '.css',
  '.data',
  '.html',
  '.ics',
  '.js',
  '.json',
  '.map',
  '.svg',
  '.txt',
  '.webmanifest',
  '.xml',
]);
const AT_ONCE = 4;

const encodings = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gz: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

export async function precompress(folder) {
  const files = (await filesBelow(folder)).filter((file) => TEXT.has(path.extname(file)));
  const queue = files.values();
  await Promise.all(Array.from({ length: AT_ONCE }, () => compressEach(queue)));
}

async function compressEach(files) {
  for (const file of files) {
    const bytes = await readFile(file);
    for (const [extension, encode] of Object.entries(encodings)) {
      const packed = await encode(bytes);
      if (packed.length < bytes.length) await writeFile(`${file}.${extension}`, packed);
    }
  }
}
