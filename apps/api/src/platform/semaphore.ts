import { AppError } from './errors.ts';

interface Queue {
  longest: number;
  /** The message to those who find it full. */
  refusal: string;
}

/** Runs at most `free` tasks concurrently; others wait in order. */
export class Semaphore {
  private readonly waiting: (() => void)[] = [];

  constructor(
    private free: number,
    private readonly queue?: Queue,
  ) {}

  /** Throws a 503 when the queue is full. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.queue && this.waiting.length >= this.queue.longest) throw new AppError('unavailable', this.queue.refusal);
    if (this.free) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}
