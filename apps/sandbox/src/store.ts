import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** All state of the sandbox, in memory; every change is journaled before its request is answered. */

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- schemas check the objects
export type Resource = { id: string; [field: string]: any };

class Table {
  readonly rows = new Map<string, Resource>();
  readonly order: string[] = [];
  readonly ofCustomer = new Map<string, Set<string>>();
}

export class Store {
  readonly #journal: Journal;
  readonly #tables = new Map<string, Table>();
  readonly #pending = new Map<string, Change>();

  constructor(directory: string) {
    this.#journal = new Journal(directory);
  }

  /** Call only after the ports are bound: two processes on one journal would lose each other's changes. */
  open(): this {
    for (const [table, id, object] of this.#journal.replay()) this.#apply(table, id, object as Resource | null);
    this.#journal.rewrite(this.#everything());
    return this;
  }

  put(table: string, object: Resource): void {
    this.#apply(table, object.id, object);
    this.#pending.set(`${table} ${object.id}`, [table, object.id, object]);
  }

  delete(table: string, id: string): void {
    this.#apply(table, id, null);
    this.#pending.set(`${table} ${id}`, [table, id, null]);
  }

  find(table: string, id: string): Resource | undefined {
    return this.#table(table).rows.get(id);
  }

  all(table: string): IterableIterator<Resource> {
    return this.#table(table).rows.values();
  }

  count(table: string): number {
    return this.#table(table).rows.size;
  }

  *newestFirst(table: string): Generator<Resource> {
    const { order, rows } = this.#table(table);
    for (let index = order.length - 1; index >= 0; index -= 1) {
      const row = rows.get(order[index]!);
      if (row) yield row;
    }
  }

  ofCustomer(table: string, customer: string): Resource[] {
    const { ofCustomer, rows } = this.#table(table);
    const owned = [...(ofCustomer.get(customer) ?? [])].map((id) => rows.get(id));
    return owned.filter((row) => row?.['customer'] === customer).reverse() as Resource[];
  }

  commit(): void {
    if (this.#pending.size === 0) return;
    this.#journal.append([...this.#pending.values()]);
    this.#pending.clear();
    if (this.#journal.isBloated) this.#journal.rewrite(this.#everything());
  }

  reset(keep: string[]): void {
    for (const name of this.#tables.keys()) if (!keep.includes(name)) this.#tables.delete(name);
    this.#pending.clear();
    this.#journal.rewrite(this.#everything());
  }

  close(): void {
    this.commit();
    this.#journal.close();
  }

  #table(name: string): Table {
    let table = this.#tables.get(name);
    if (!table) this.#tables.set(name, (table = new Table()));
    return table;
  }

  #apply(name: string, id: string, object: Resource | null): void {
    const table = this.#table(name);
    if (!object) {
      table.rows.delete(id);
      return;
    }
    if (!table.rows.has(id)) table.order.push(id);
    table.rows.set(id, object);
    const customer: unknown = object['customer'];
    if (typeof customer !== 'string') return;
    const owned = table.ofCustomer.get(customer);
    if (owned) owned.add(id);
    else table.ofCustomer.set(customer, new Set([id]));
  }

  *#everything(): Generator<Change> {
    for (const [name, table] of this.#tables) for (const [id, object] of table.rows) yield [name, id, object];
  }
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function newId(prefix: string, length = 24): string {
  const letters = [...randomBytes(length)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return `${prefix}_${letters.join('')}`;
}

export const newSid = (prefix: string): string => `${prefix}${randomBytes(16).toString('hex')}`;

type Change = [table: string, id: string, object: unknown];

const MIN_BYTES_TO_COMPACT = 256 << 20;
const BLOCK_LENGTH = 1 << 20;

/** An append-only file of changes, one line per request, so a killed process leaves no half-written request. */
class Journal {
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
