import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { installContainerTools } from '../../tools/local/debian.mjs';
import { root } from '../../tools/local/setup.mjs';
import { baseImage } from './containers/bases.ts';
import { buildImages, type Image } from './containers/images.ts';
jest.setTimeout(1_200_000);
let home: string;
let images: Map<string, Image>;
beforeAll(async () => {
  installContainerTools();
  home = await mkdtemp(path.join(tmpdir(), 'lampstand-deployment-'));
  images = await buildImages(await readFile(path.join(root, 'Dockerfile'), 'utf8'), {
    context: root,
    home,
    baseOf: (name) => baseImage(name, home),
    log: (line) => process.stderr.write(`${new Date().toISOString()} ${line}\n`),
  });
}, 1_200_000);
it('builds', async () => {
  process.stderr.write(JSON.stringify([...images], null, 1) + '\n');
});
