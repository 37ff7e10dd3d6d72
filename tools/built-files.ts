/** Files of a built site: pages with their styles and scripts, and precompressed copies. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { filesBelow } from './fingerprint.ts';

const TEXT = new Set(
  ['css', 'html', 'ics', 'js', 'json', 'map', 'svg', 'txt', 'webmanifest', 'xml'].map((type) => `.${type}`),
);
const CONCURRENCY = 4;

const STYLE_SHEET = /<link rel="stylesheet" href="([^"#]+)#?"\/>/g;

/**
 * Writes the style sheets of each page into it, whole, which saves a round trip before the first paint, and puts off its module scripts,
 * which an inline script of the page starts. Where React takes over, it looks for the links: they stay, disabled, and load nothing;
 * browsers that preload them anyway skip those of no medium.
 */
export async function finishPages(folder: string) {
  const pages = (await filesBelow(folder)).filter((file) => path.extname(file) === '.html');
  for (const file of pages) {
    let html = await readFile(file, 'utf8');
    const sheets = [...html.matchAll(STYLE_SHEET)].map(([, address = '']) => path.join(folder, address));
    const css = (await Promise.all(sheets.map((sheet) => readFile(sheet, 'utf8')))).map((text) => text.trim()).join('');
    const hydrates = html.includes('__reactRouterContext');
    html = html
      .replace(STYLE_SHEET, (link) => (hydrates ? link.replace('/>', ' media="not all" disabled=""/>') : ''))
      .replace('</head>', () => `<style>${css}</style></head>`);
    if (html.includes('<script data-late'))
      html = html
        .replaceAll('<link rel="modulepreload"', '<link rel="later"')
        .replaceAll('<script type="module"', '<script type="later"');
    await writeFile(file, html);
  }
}

/** An entry of Vite's manifest */
type BuiltModule = { file: string; imports?: string[]; css?: string[] };

/**
 * Adds the scripts and style sheets of the back office to its pages: those of its entry and of the page's own module.
 */
export async function startBackOffice(folder: string) {
  const list = path.join(folder, 'back-office.json');
  const manifest: Record<string, BuiltModule> = JSON.parse(await readFile(list, 'utf8'));
  await rm(list);
  const modulesOf = (name: string): BuiltModule[] => {
    const built = manifest[name];
    if (!built) throw new Error(`The build of the back office has no module ${name}`);
    return [built, ...(built.imports ?? []).flatMap(modulesOf)];
  };
  const entry = modulesOf('app/back-office/main.tsx');
  for (const file of (await filesBelow(folder)).filter((each) => path.extname(each) === '.html')) {
    const html = await readFile(file, 'utf8');
    const module = /<div id="office" data-module="([^"]+)"/.exec(html)?.[1];
    if (!module) continue;
    const built = [...entry, ...modulesOf(`app/back-office/${module}.tsx`)];
    const styles = new Set(built.flatMap(({ css = [] }) => css));
    const scripts = new Set(built.map((each) => each.file));
    const tags = [
      ...[...styles].map((name) => `<link rel="stylesheet" href="/${name}"/>`),
      ...[...scripts].map((name) => `<link rel="modulepreload" href="/${name}"/>`),
      `<script type="module" src="/${entry[0]?.file}"></script>`,
    ];
    await writeFile(
      file,
      html.replace('</head>', () => `${tags.join('')}</head>`),
    );
  }
}

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
