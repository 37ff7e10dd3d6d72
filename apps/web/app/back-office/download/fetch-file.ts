import { send } from '../../lib/api.ts';

export interface Progress {
  rows: number;
  /** As the server announced; undefined when it did not. */
  total: number | undefined;
}

const SHOWN_EACH_MS = 120;

/** Fetches a CSV while the server still writes it, and saves it once its last byte is there. A file cut off is an error. */
export async function fetchFile(path: string, signal: AbortSignal, tell: (progress: Progress) => void): Promise<void> {
  const answer = await send('GET', path, { signal });
  const announced = answer.headers.get('x-export-rows');
  const total = announced === null ? undefined : Number(announced);
  const counting = new RowCounter();
  let shownAt = 0;
  const watched = answer.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, out) {
        counting.take(chunk);
        if (performance.now() - shownAt > SHOWN_EACH_MS) {
          shownAt = performance.now();
          tell({ rows: counting.rows, total });
        }
        out.enqueue(chunk);
      },
    }),
  );
  const blob = await new Response(watched ?? null, { headers: { 'content-type': 'text/csv' } }).blob();
  save(blob, nameOf(answer.headers.get('content-disposition') ?? ''));
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** Rows after the heading; a line feed between quotes belongs to a cell. */
export class RowCounter {
  #lines = 0;
  #quoted = false;

  take(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (byte === QUOTE) this.#quoted = !this.#quoted;
      else if (byte === LINE_FEED && !this.#quoted) this.#lines += 1;
    }
  }

  get rows(): number {
    return Math.max(0, this.#lines - 1);
  }
}

const nameOf = (disposition: string): string => /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'export.csv';

function save(blob: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
