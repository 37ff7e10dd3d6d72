import type { Toast } from '@lampstand/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FailureNotice, useFailure } from '../../components/notice.tsx';
import { showToast } from '../../components/toast-store.ts';
import { send } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { count } from '../format.ts';
import './list-tools.css';

/** The log of all exports. */
export const EXPORTS = '/api/admin/exports';

/** Downloads a file with progress. One download runs at a time; leaving the page cancels it. */
export function useDownload({ done, failed }: { done: Toast; failed: Toast }) {
  const [progress, setProgress] = useState<Progress>();
  const [cancelled, setCancelled] = useState(false);
  const failure = useFailure();
  const queries = useQueryClient();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  const download = useMutation({
    mutationFn: (path: string) => {
      abort.current = new AbortController();
      return fetchFile(path, abort.current.signal, setProgress);
    },
    onMutate: () => {
      failure.clear();
      setCancelled(false);
      setProgress(undefined);
    },
    onSuccess: () => showToast(done),
    onError: (error) => {
      if (abort.current?.signal.aborted) setCancelled(true);
      else failure.fail(failed, causeOf(error));
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: [EXPORTS] }),
  });
  return {
    running: download.isPending,
    progress,
    cancelled,
    failure,
    start: (path: string) => !download.isPending && download.mutate(path),
    cancel: () => abort.current?.abort(),
  };
}

/** Progress with a cancel button, then whether the download was canceled or failed. */
export function DownloadProgress({ download }: { download: ReturnType<typeof useDownload> }) {
  const { running, progress, cancelled, failure, cancel } = download;
  const total = progress?.total;
  return (
    <>
      {running && (
        <div className="download">
          <progress
            aria-label="Export"
            max={total || 1}
            value={total ? Math.min(progress?.rows ?? 0, total) : undefined}
          />
          <p>
            {count(progress?.rows ?? 0)}
            <span>{total !== undefined && ` of ${count(total)}`}</span> rows
          </p>
          <button type="button" className="button second compact" onClick={cancel}>
            Cancel
          </button>
        </div>
      )}
      <p role="status" className="small quiet download-end">
        {running ? 'Exporting…' : cancelled ? 'Export canceled. No file was kept.' : ''}
      </p>
      <FailureNotice failure={failure} />
    </>
  );
}

interface Progress {
  rows: number;
  /** From the server; undefined when it did not say. */
  total: number | undefined;
}

const PROGRESS_EVERY_MS = 120;

/** Reads a CSV that the server streams and saves it once complete. An interrupted stream is an error. */
async function fetchFile(path: string, signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<void> {
  const response = await send('GET', path, { signal });
  const header = response.headers.get('x-export-rows');
  const total = header === null ? undefined : Number(header);
  const counter = new RowCounter();
  let reportedAt = 0;
  const counted = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, out) {
        counter.take(chunk);
        if (performance.now() - reportedAt > PROGRESS_EVERY_MS) {
          reportedAt = performance.now();
          onProgress({ rows: counter.rows, total });
        }
        out.enqueue(chunk);
      },
    }),
  );
  const blob = await new Response(counted ?? null, { headers: { 'content-type': 'text/csv' } }).blob();
  saveFile(blob, nameOf(response.headers.get('content-disposition') ?? ''));
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** Counts CSV rows without the heading. A line feed between quotes belongs to a cell. */
class RowCounter {
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

/** Saves a file with the browser's own download. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
