/** The CSV files as LibreOffice opens them: dates are dates, amounts are numbers, everything else is text, and no formula runs. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { load } from 'cheerio/slim';
import { aKey, LIST_FILES, readCsv, rowsOfEachFile, signedIn } from '../builders/index.ts';
import { installLibreOffice } from '../../tools/local/debian.ts';
import { ownStack } from '../support/own-stack.ts';

/**
 * The options of the CSV import, by position: separator (44 is a comma), text delimiter (34 is a double quote), character set
 * (76 is UTF-8), first line, column formats (none: each cell is recognized), language (1033 is English of the USA), "Format
 * quoted field as text" (off, as in the dialog's default) and "Detect special numbers", which recognizes dates.
 */
const IMPORT = 'CSV:44,34,76,1,,1033,false,true';

const stack = ownStack({ apis: 1 });
const word = `w${aKey()}`;
let admin: Awaited<ReturnType<typeof signedIn>>;
let folder: string;
beforeAll(async () => {
  installLibreOffice();
  folder = await mkdtemp(path.join(tmpdir(), 'lampstand-spreadsheets-'));
  admin = await signedIn(stack);
  await rowsOfEachFile(stack, admin, word);
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Opened {
  type: string;
  formula: string | undefined;
  text: string;
}

/** The cells of a CSV file as LibreOffice has them after the import. */
async function opened(csv: string): Promise<Opened[][]> {
  await writeFile(path.join(folder, 'list.csv'), csv);
  const profile = `-env:UserInstallation=${pathToFileURL(path.join(folder, 'profile')).href}`;
  const convert = ['--headless', `--infilter=${IMPORT}`, '--convert-to', 'fods', '--outdir', folder];
  await promisify(execFile)('soffice', [profile, ...convert, path.join(folder, 'list.csv')]);
  const $ = load(await readFile(path.join(folder, 'list.fods'), 'utf8'), { xml: true });
  const cellsOf = (row: Parameters<typeof $>[0]) =>
    $(row)
      .find(String.raw`table\:table-cell`)
      .toArray()
      .flatMap((each) => {
        const cell = $(each);
        const type = cell.attr('office:value-type') ?? 'empty';
        const value = { type, formula: cell.attr('table:formula'), text: cell.text() };
        return Array.from({ length: Number(cell.attr('table:number-columns-repeated') ?? 1) }, () => value);
      });
  return $(String.raw`table\:table-row`)
    .toArray()
    .map(cellsOf);
}

const TYPES = { date: 'date', number: 'float', text: 'string' };

it.each(LIST_FILES)('each column of $path has its type', async ({ path: address, query, dates, numbers }) => {
  const { text } = await admin.get(`${address}?${new URLSearchParams({ ...query, q: word }).toString()}`);
  const [header, ...rows] = readCsv(text);
  const cells = (await opened(text)).slice(1, rows.length + 1);
  expect(cells).toHaveLength(rows.length);
  const wrong = header!.flatMap((name, column) => {
    const plain = name.replace(/^\uFEFF/, '').replace(' (America/Chicago)', '');
    const kind = dates.includes(plain) ? 'date' : numbers.includes(plain) ? 'number' : 'text';
    const filled = rows.flatMap((row, at) => (row[column] ? [cells[at]![column]!] : []));
    const isRight = (cell: Opened) => cell.type === TYPES[kind] && !cell.formula;
    return filled.length && filled.every(isRight) ? [] : [{ name: plain, kind, filled }];
  });
  expect(wrong).toEqual([]);
});
