/** Files of a build: fingerprints of its inputs, pruned route data, scripts put off or added, styles inlined, and precompressed copies. */
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const NOT_SOURCES = new Set(['node_modules', 'dist', 'build', '.react-router']);
const TEXT = new Set(
  ['css', 'data', 'html', 'ics', 'js', 'json', 'map', 'svg', 'txt', 'webmanifest', 'xml'].map((type) => `.${type}`),
);
const ROUTE_DATA = '.data';
const CONCURRENCY = 4;

/**
 * One hash over the contents of files and folders: unchanged inputs need no new build.
 * @param {string[]} paths
 * @param {Record<string, unknown>} [values] other inputs
 */
export async function fingerprint(paths, values = {}) {
  const hash = createHash('sha256').update(JSON.stringify(values));
  const files = (await Promise.all(paths.map(filesBelow))).flat().sort((one, other) => (one < other ? -1 : 1));
  for (const file of files) hash.update(`\0${file}\0`).update(await readFile(file));
  return hash.digest('hex');
}

/** All source files below a folder, or the file itself. @param {string} place @returns {Promise<string[]>} */
export async function filesBelow(place) {
  const entries = await readdir(place, { withFileTypes: true }).catch((/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code === 'ENOTDIR') return undefined;
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (!entries) return [place];
  const wanted = entries.filter(({ name }) => !NOT_SOURCES.has(name));
  return (await Promise.all(wanted.map(({ name }) => filesBelow(path.join(place, name))))).flat();
}

/** The fingerprint of the last build in this folder. @param {string} folder */
export const stampOf = (folder) => readFile(path.join(folder, '.fingerprint'), 'utf8').catch(() => '');

/** @param {string} folder @param {string} inputs */
export const stamp = (folder, inputs) => writeFile(path.join(folder, '.fingerprint'), inputs);

/** Deletes the route data of pages without scripts, which nothing fetches. @param {string} folder */
export async function pruneRouteData(folder) {
  const data = (await filesBelow(folder)).filter((file) => path.extname(file) === ROUTE_DATA);
  for (const file of data) {
    const page = path.join(file.slice(0, -ROUTE_DATA.length), 'index.html');
    const html = await readFile(page, 'utf8').catch(() => '');
    if (!html.includes('type="module"')) await rm(file);
  }
}

/**
 * Puts off the module scripts of the public pages: an inline script starts them, with the first interaction or after the first
 * paint.
 * @param {string} folder
 */
export async function putOffScripts(folder) {
  const pages = (await filesBelow(folder)).filter((file) => path.extname(file) === '.html');
  for (const file of pages) {
    const html = await readFile(file, 'utf8');
    if (!html.includes('<script data-late')) continue;
    const later = html
      .replaceAll('<link rel="modulepreload"', '<link rel="later"')
      .replaceAll('<script type="module"', '<script type="later"');
    await writeFile(file, later);
  }
}

const STYLE_SHEET = /<link rel="stylesheet" href="([^"#]+)#?"\/>/g;

/**
 * Writes the style sheets of the public pages into the page, which saves a round trip before the first paint. Where React
 * takes over, it looks for the links: they stay, disabled, and load nothing; browsers that preload them anyway skip those of
 * no medium.
 * @param {string} folder
 */
export async function inlineStyles(folder) {
  const pages = (await filesBelow(folder)).filter((file) => path.extname(file) === '.html');
  for (const file of pages) {
    const html = await readFile(file, 'utf8');
    const sheets = [...html.matchAll(STYLE_SHEET)].map(([, address = '']) => path.join(folder, address));
    if (!sheets.length) continue;
    const css = (await Promise.all(sheets.map((sheet) => readFile(sheet, 'utf8')))).map((text) => text.trim()).join('');
    const hydrates = /type="(later|module)"/.test(html);
    const inlined = html
      .replace(STYLE_SHEET, (link) => (hydrates ? link.replace('/>', ' media="not all" disabled=""/>') : ''))
      .replace('</head>', () => `<style>${css}</style></head>`);
    await writeFile(file, inlined);
  }
}

/** @typedef {{ file: string, imports?: string[], css?: string[] }} BuiltModule an entry of Vite's manifest */

/**
 * Adds the scripts and style sheets of the back office to its pages: those of its entry and of the page's own module.
 * @param {string} folder
 */
export async function startBackOffice(folder) {
  const list = path.join(folder, 'back-office.json');
  /** @type {Record<string, BuiltModule>} */
  const manifest = JSON.parse(await readFile(list, 'utf8'));
  await rm(list);
  /** @param {string} name @returns {BuiltModule[]} */
  const modulesOf = (name) => {
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

/** Writes a .br and a .gz next to every text file, so that the server compresses nothing while it answers. @param {string} folder */
export async function precompress(folder) {
  const files = (await filesBelow(folder)).filter((file) => TEXT.has(path.extname(file)));
  const queue = files.values();
  await Promise.all(Array.from({ length: CONCURRENCY }, () => compressEach(queue)));
}

/** @param {Iterable<string>} files */
async function compressEach(files) {
  for (const file of files) {
    const bytes = await readFile(file);
    for (const [extension, encode] of Object.entries(encodings)) {
      const packed = await encode(bytes);
      if (packed.length < bytes.length) await writeFile(`${file}.${extension}`, packed);
    }
  }
}

/** @type {Record<string, (bytes: Buffer) => Promise<Buffer>>} */
const encodings = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gz: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};
