/** Advances the clock, stopping at every due time of the billing calendar. */
import type { StripeAccount } from './account.ts';
import { nextDueOf, TABLES_WITH_DUE_DATES } from './billing-calendar.ts';

type Entry = { at: number; table: string; id: string };

export class TestClock {
  readonly #account: StripeAccount;
  readonly #handedOver: () => Promise<void>;
  #running: Promise<void> = Promise.resolve();

  constructor(account: StripeAccount, handedOver: () => Promise<void>) {
    this.#account = account;
    this.#handedOver = handedOver;
  }

  advanceBy(ms: number): Promise<void> {
    const run = this.#running.then(() => this.#runTo(this.#account.clock.offsetMs + ms));
    this.#running = run.catch(() => undefined);
    return run;
  }

  async #runTo(targetOffset: number): Promise<void> {
    const { clock, store } = this.#account;
    const queue = this.#dueBefore(Date.now() + targetOffset);
    for (let entry = queue.take(); entry; entry = queue.take()) {
      const due = nextDueOf(this.#account, entry.table, entry.id);
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
    const queue = new DueQueue(this.#account, target);
    for (const table of TABLES_WITH_DUE_DATES)
      for (const { id } of this.#account.store.all(table)) queue.consider(table, id);
    return queue;
  }
}

/** A binary heap; `take` may return entries made stale by later changes. */
class DueQueue {
  readonly #account: StripeAccount;
  readonly #target: number;
  readonly #heap: Entry[] = [];

  constructor(account: StripeAccount, target: number) {
    this.#account = account;
    this.#target = target;
  }

  consider(table: string, id: string): void {
    const due = nextDueOf(this.#account, table, id);
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

  /** Requeues a changed object, the invoice it created, and the subscription an invoice belongs to. */
  reconsider({ table, id }: Entry, newInvoice: string | undefined): void {
    this.consider(table, id);
    if (newInvoice) this.consider('invoices', newInvoice);
    const owner = this.#account.store.find(table, id)?.['parent']?.subscription_details?.subscription as
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
