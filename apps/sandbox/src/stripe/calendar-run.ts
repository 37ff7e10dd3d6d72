/** Moves the clock forward, stopping at every instant at which something falls due. */
import { nextDueOf, TABLES_WITH_DUES } from './billing-calendar.ts';
import type { World } from './world.ts';

type Entry = { at: number; table: string; id: string };

export class CalendarRun {
  readonly #world: World;
  readonly #handedOver: () => Promise<void>;
  #running: Promise<void> = Promise.resolve();

  constructor(world: World, handedOver: () => Promise<void>) {
    this.#world = world;
    this.#handedOver = handedOver;
  }

  advanceBy(ms: number): Promise<void> {
    const run = this.#running.then(() => this.#runTo(this.#world.clock.offsetMs + ms));
    this.#running = run.catch(() => undefined);
    return run;
  }

  async #runTo(targetOffset: number): Promise<void> {
    const { clock, store } = this.#world;
    const queue = this.#dueBefore(Date.now() + targetOffset);
    for (let entry = queue.take(); entry; entry = queue.take()) {
      const due = nextDueOf(this.#world, entry.table, entry.id);
      if (due?.at !== entry.at) continue;
      if (due.at * 1000 > clock.now()) clock.moveTo(due.at * 1000);
      const invoicesBefore = store.count('invoices');
      due.run();
      store.commit();
      await this.#handedOver();
      queue.reconsider(
        entry,
        store.count('invoices') > invoicesBefore ? store.newestFirst('invoices').next().value?.id : undefined,
      );
    }
    clock.shiftTo(targetOffset);
    store.commit();
  }

  #dueBefore(target: number): DueQueue {
    const queue = new DueQueue(this.#world, target);
    for (const table of TABLES_WITH_DUES) for (const { id } of this.#world.store.all(table)) queue.consider(table, id);
    return queue;
  }
}

/** A small binary heap; entries made stale by a later change are dropped when they come up. */
class DueQueue {
  readonly #world: World;
  readonly #target: number;
  readonly #heap: Entry[] = [];

  constructor(world: World, target: number) {
    this.#world = world;
    this.#target = target;
  }

  consider(table: string, id: string): void {
    const due = nextDueOf(this.#world, table, id);
    if (!due || due.at * 1000 > this.#target) return;
    const heap = this.#heap;
    heap.push({ at: due.at, table, id });
    for (let child = heap.length - 1; child > 0;) {
      const parent = (child - 1) >> 1;
      if (heap[parent]!.at <= heap[child]!.at) break;
      [heap[parent], heap[child]] = [heap[child]!, heap[parent]!];
      child = parent;
    }
  }

  /** After a change: the object itself, the invoice it may have made, the subscription an invoice belongs to. */
  reconsider({ table, id }: Entry, newInvoice: string | undefined): void {
    this.consider(table, id);
    if (newInvoice) this.consider('invoices', newInvoice);
    const owner = this.#world.store.find(table, id)?.['parent']?.subscription_details?.subscription as
      | string
      | undefined;
    if (owner) this.consider('subscriptions', owner);
  }

  take(): Entry | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (!first || !last || heap.length === 0) return first;
    heap[0] = last;
    for (let parent = 0; ;) {
      let least = parent;
      for (const child of [2 * parent + 1, 2 * parent + 2])
        if (child < heap.length && heap[child]!.at < heap[least]!.at) least = child;
      if (least === parent) return first;
      [heap[parent], heap[least]] = [heap[least]!, heap[parent]!];
      parent = least;
    }
  }
}
