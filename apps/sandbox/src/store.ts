import { randomBytes } from 'node:crypto';
import { type Change, Journal } from './journal.ts';

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
