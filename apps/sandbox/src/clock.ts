/** The sandbox's clock: real time plus an offset that only grows. */
import { EventEmitter, once } from 'node:events';
import type { Store } from './store.ts';

export class SandboxClock {
  readonly #store: Store;
  readonly #moves = new EventEmitter().setMaxListeners(0);

  constructor(store: Store) {
    this.#store = store;
  }

  get offsetMs(): number {
    return (this.#store.find('clock', 'clock')?.['offsetMs'] as number | undefined) ?? 0;
  }

  now(): number {
    return Date.now() + this.offsetMs;
  }

  seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  date(): Date {
    return new Date(this.now());
  }

  moveTo(instant: number): void {
    this.shiftTo(Math.ceil(instant - Date.now()));
  }

  shiftTo(offsetMs: number): void {
    if (offsetMs <= this.offsetMs) return;
    this.#store.put('clock', { id: 'clock', offsetMs });
    this.#moves.emit('move');
  }

  /** Resolves once the offset differs from `known`, or when `signal` aborts. */
  async differsFrom(known: number, signal: AbortSignal): Promise<void> {
    while (this.offsetMs === known && !signal.aborted)
      await once(this.#moves, 'move', { signal }).catch(() => undefined);
  }
}
