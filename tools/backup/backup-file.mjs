// @ts-check
/**
 * The backup format: gzipped lines of text. First the header as a line of JSON; then for each table a line of JSON with its
 * name and columns, its rows as COPY writes them, a line `\.`, and a line of JSON with the number of rows and their SHA-256;
 * last a line of JSON that marks the file as complete.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

export const FORMAT = 'lampstand backup 1';

const NEWLINE = 10;
const END_OF_ROWS = Buffer.from('\\.\n');

/**
 * @typedef {{ rows: number, sha256: string }} Sum
 * @typedef {{ name: string, columns: string[] }} Table
 * @typedef {{ format: string, at: string, migrations: string[], queueVersion: number, queues: Record<string, any>[],
 *   tables: Table[], sequences: { name: string, value: string }[] }} Header
 */

/** The file is damaged, incomplete or not a backup. */
export class BadBackup extends Error {}

/** Counts and hashes rows as they stream by. */
export class Checksum {
  #rows = 0;
  #hash = createHash('sha256');

  /** @param {Buffer} chunk */
  add(chunk) {
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) this.#rows += 1;
    this.#hash.update(chunk);
    return chunk;
  }

  /** @returns {Sum} */
  sum() {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}

/** @param {object} value */
export const lineOf = (value) => Buffer.from(`${JSON.stringify(value)}\n`);
export const endOfRows = END_OF_ROWS;

/**
 * Reads a backup. `take` receives each table's rows in blocks of whole lines and must read them to their end.
 * Throws BadBackup when the file differs from what was written.
 * @param {string} file
 * @param {(table: Table, rows: AsyncIterable<Buffer>) => Promise<void>} take
 * @param {(header: Header) => Promise<void> | void} [begin]
 * @returns {Promise<Record<string, Sum>>} the sums by table
 */
export async function readBackup(file, take, begin = () => {}) {
  const source = createReadStream(file);
  const lines = new Lines(source.pipe(createGunzip()).on('error', () => {}));
  source.on('error', (error) => lines.fail(error));
  const header = /** @type {Header} */ (await lines.json());
  if (header.format !== FORMAT) throw new BadBackup('It is no backup of this product.');
  await begin(header);
  /** @type {Record<string, Sum>} */
  const sums = {};
  for (const table of header.tables) {
    const { name } = await lines.json();
    if (name !== table.name) throw new BadBackup(`${table.name} is missing.`);
    const checksum = new Checksum();
    await take(table, lines.rows(checksum));
    const [counted, written] = [checksum.sum(), await lines.json()];
    if (counted.rows !== written.rows || counted.sha256 !== written.sha256)
      throw new BadBackup(`The rows of ${name} are not the ones that were written.`);
    sums[name] = counted;
  }
  if (!(await lines.json()).whole) throw new BadBackup('It is not whole.');
  return sums;
}

/** Reads the whole file to verify it. Throws BadBackup. @param {string} file */
export async function verifyBackup(file) {
  /** @type {Header | undefined} */
  let header;
  const sums = await readBackup(
    file,
    async (_table, rows) => {
      for await (const _block of rows);
    },
    (read) => void (header = read),
  );
  return { header: /** @type {Header} */ (/** @type {unknown} */ (header)), sums };
}

/** Reads a stream of bytes by lines, or in blocks of lines up to the end of a table. */
class Lines {
  #chunks;
  #rest = Buffer.alloc(0);

  /** @param {import('node:stream').Transform} stream */
  constructor(stream) {
    this.stream = stream;
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** @param {Error} error */
  fail(error) {
    this.stream.destroy(error);
  }

  /** @returns {Promise<Record<string, any>>} */
  async json() {
    for (;;) {
      const end = this.#rest.indexOf(NEWLINE);
      if (end >= 0) {
        const line = this.#rest.subarray(0, end).toString();
        this.#rest = this.#rest.subarray(end + 1);
        return parsed(line);
      }
      await this.#more();
    }
  }

  /** @param {Checksum} checksum */
  async *rows(checksum) {
    for (;;) {
      if (this.#rest.subarray(0, END_OF_ROWS.length).equals(END_OF_ROWS)) {
        this.#rest = this.#rest.subarray(END_OF_ROWS.length);
        return;
      }
      const marked = this.#rest.indexOf(`\n${END_OF_ROWS}`);
      const end = marked >= 0 ? marked : this.#rest.lastIndexOf(NEWLINE);
      if (end >= 0) {
        const block = this.#rest.subarray(0, end + 1);
        this.#rest = this.#rest.subarray(end + 1);
        yield checksum.add(block);
      }
      if (marked < 0) await this.#more();
    }
  }

  async #more() {
    const next = await this.#chunks.next().catch((/** @type {NodeJS.ErrnoException} */ error) => {
      throw error.code === 'ENOENT' ? error : new BadBackup(`It cannot be unpacked (${error.code ?? error.message}).`);
    });
    if (next.done) throw new BadBackup('It ends too early.');
    this.#rest = Buffer.concat([this.#rest, next.value]);
  }
}

/** @param {string} line */
function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    throw new BadBackup('It is no backup of this product, or damaged.');
  }
}
