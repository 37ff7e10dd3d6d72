/** An append-only file of changes, one line per request, so a killed process leaves no half-written request. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export type Change = [table: string, id: string, object: unknown];

const MIN_BYTES_TO_COMPACT = 256 << 20;
const BLOCK_LENGTH = 1 << 20;

export class Journal {
  readonly #file: string;
  #handle = -1;
  #size = 0;
  #compactAt = MIN_BYTES_TO_COMPACT;

  constructor(directory: string) {
    mkdirSync(directory, { recursive: true });
    this.#file = join(directory, 'journal.jsonl');
  }

  *replay(): Generator<Change> {
    if (!existsSync(this.#file)) return;
    for (const line of linesOf(readFileSync(this.#file))) {
      const changes = parsed(line);
      if (changes) yield* changes;
    }
  }

  rewrite(changes: Iterable<Change>): void {
    const fresh = `${this.#file}.new`;
    const handle = openSync(fresh, 'w');
    this.#size = 0;
    for (const block of blocksOf(changes)) this.#size += writeSync(handle, block);
    this.#compactAt = Math.max(MIN_BYTES_TO_COMPACT, this.#size * 2);
    fsyncSync(handle);
    closeSync(handle);
    this.close();
    renameSync(fresh, this.#file);
    this.#handle = openSync(this.#file, 'a');
  }

  get isBloated(): boolean {
    return this.#size > this.#compactAt;
  }

  append(changes: Change[]): void {
    this.#size += writeSync(this.#handle, `${JSON.stringify(changes)}\n`);
  }

  close(): void {
    if (this.#handle >= 0) closeSync(this.#handle);
    this.#handle = -1;
  }
}

function* blocksOf(changes: Iterable<Change>): Generator<string> {
  let block = '';
  for (const change of changes) {
    block += `${JSON.stringify([change])}\n`;
    if (block.length < BLOCK_LENGTH) continue;
    yield block;
    block = '';
  }
  yield block;
}

function* linesOf(bytes: Buffer): Generator<string> {
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(10, start);
    yield bytes.toString('utf8', start, end < 0 ? bytes.length : end);
    start = end < 0 ? bytes.length : end + 1;
  }
}

/** A killed process may leave a torn last line; its request got no response. */
function parsed(line: string): Change[] | undefined {
  try {
    return JSON.parse(line) as Change[];
  } catch {
    return undefined;
  }
}
