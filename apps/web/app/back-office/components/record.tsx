import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import { isStatus } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { queryClient } from '../../lib/query-client.ts';
import { Failed, Loading } from './placeholders.tsx';

interface Props<Detail> {
  /** The record's path in the API, which is also the key of its query. */
  path: string;
  /** "sign-up" */
  noun: string;
  /** When there is no such record. */
  missing: { title: string; hint?: ReactNode };
  children: (detail: Detail) => ReactNode;
}

/** Shows one record once it is loaded, or why it is not. */
export function RecordQuery<Detail>({ path, noun, missing, children }: Props<Detail>) {
  const { data: detail, error, refetch } = useQuery<Detail>({ queryKey: [path] });
  // Also once it is erased while it is shown.
  if (isStatus(error, 400, 404))
    return (
      <Notice tone="bad" title={missing.title}>
        {missing.hint}
      </Notice>
    );
  if (detail) return children(detail);
  if (!error) return <Loading>{`Loading the ${noun}…`}</Loading>;
  return (
    <Failed onRetry={() => void refetch()}>
      {`The ${noun} could not be loaded. ${causeOf(error) ?? 'Please try again.'}`}
    </Failed>
  );
}

/** Reads a record again, with the server's time, which "2 minutes ago" is counted from. */
export const refreshRecord = (path: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['/api/config'] }),
    queryClient.invalidateQueries({ queryKey: [path] }),
  ]);

/** The title of a record's page. It has the name of the person once the record is loaded. */
export function useRecordTitle(noun: string, id: string) {
  const [loaded, setLoaded] = useState<{ id: string; name: string }>();
  const name = loaded?.id === id ? loaded.name : '';
  const onName = useCallback((loadedName: string) => setLoaded({ id, name: loadedName }), [id]);
  return { title: name ? `${name} · ${noun}` : `${noun} ${id}`, onName };
}
