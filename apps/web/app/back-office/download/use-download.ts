import type { Toast } from '@lampstand/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { causeOf } from '../../lib/clock.ts';
import { useFailure } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { fetchFile, type Progress } from './fetch-file.ts';

export const LEDGER = '/api/admin/exports';

/** One download at a time, with its progress; cancelled by its button and when the page is left. */
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
    onSettled: () => void queries.invalidateQueries({ queryKey: [LEDGER] }),
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
