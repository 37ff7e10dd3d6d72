/** Precompressed copies of the files of a built site. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = new Set(
  ['css', 'html', 'ics', 'js', 'json', 'map', 'svg', 'txt', 'webmanifest', 'xml'].map((type) => `.${type}`),
);
const CONCURRENCY = 4;

/** Writes a .br and a .gz next to each text file, so that the server compresses nothing while it answers. */
export async function precompress(files: string[]) {
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
