/** The spec files and how a command names them. Imports no package: a wrong name is refused before anything is installed. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { filesBelow } from './fingerprint.ts';
import { root } from './local/setup.ts';

/** The paths of each suite's files. */
export const SUITE_FILES = {
  unit: /^((apps|libs)\/[^/]+\/(src|app)|tools)\/.+\.spec\.tsx?$/,
  flows: /^test\/flows\/.+\.spec\.ts$/,
  journeys: /^test\/journeys\/[^/]+\.e2e\.ts$/,
  soak: /^test\/soak\/browsers-smoke\.spec\.ts$/,
};

/** The paths of all spec files that `npm test` knows, from the root of the repository. */
export async function specFiles() {
  const folders = ['apps', 'libs', 'test', 'tools'].map((name) => filesBelow(path.join(root, name)));
  return (await Promise.all(folders))
    .flat()
    .map((file) => path.relative(root, file).split(path.sep).join('/'))
    .filter((file) => Object.values(SUITE_FILES).some((own) => own.test(file)));
}

/** The flows whose first comment has one of these tags, such as `@slow`. */
export async function flowsTagged(...tags: string[]) {
  const flows = (await specFiles()).filter((file) => SUITE_FILES.flows.test(file));
  const texts = await Promise.all(flows.map((file) => readFile(path.join(root, file), 'utf8')));
  const commentOf = (text = '') => /^\/\*\*.*?\*\//s.exec(text)?.[0] ?? '';
  return flows.filter((_, index) => tags.some((tag) => commentOf(texts[index]).includes(tag)));
}

/** What `npm run soak` and `npm run bench` run by name. */
export async function longRunFiles(kind: 'soak' | 'bench') {
  const suffix = kind === 'soak' ? '.spec.ts' : '.mjs';
  const own = (await readdir(path.join(root, 'test', kind))).filter((name) => name.endsWith(suffix));
  return kind === 'soak' ? [...own, 'flows', 'journeys'] : own;
}

/**
 * The files whose path contains a word; `x.ts` means `x.spec.ts`. Throws if there is none for a word, with the nearest name.
 */
export function filesNamed(words: string[], files: string[]) {
  const named = words.map((word) => {
    const matching = files.filter((file) => file.includes(asPath(word)));
    if (!matching.length)
      throw new Error(`No spec file contains \`${word}\`. Did you mean \`${nearest(word, files)}\`?`);
    return matching;
  });
  return [...new Set(named.flat())];
}

/** The files that contain these words of a title. Throws if there is none. */
export async function filesWithTitle(title: string, files: string[]) {
  const texts = await Promise.all(files.map((file) => readFile(path.join(root, file), 'utf8')));
  const matching = files.filter((_, index) => texts[index]?.toLowerCase().includes(title.toLowerCase()));
  if (!matching.length)
    throw new Error(`No spec file contains the words "${title}". Name the file, too, if its title is computed.`);
  return matching;
}

function asPath(word: string) {
  const relative = path.isAbsolute(word) ? path.relative(root, word) : path.normalize(word);
  return relative.replace(/(?<!\.spec|\.e2e)\.(tsx?)$/, '.spec.$1');
}

function nearest(word: string, files: string[]) {
  const wanted = nameOf(word);
  const names = files.map(nameOf).map((name) => ({ name, distance: editDistance(wanted, name) }));
  return names.reduce((best, each) => (each.distance < best.distance ? each : best)).name;
}

const nameOf = (file: string) => path.basename(file).replace(/(\.spec|\.e2e)?(\.\w+)?$/, '');

/** The number of characters to insert, delete or replace. */
function editDistance(one: string, other: string) {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, against] of [...other].entries())
      next.push(
        Math.min(
          (row[column] as number) + (letter === against ? 0 : 1),
          (row[column + 1] as number) + 1,
          (next[column] as number) + 1,
        ),
      );
    row = next;
  }
  return row.at(-1) as number;
}
