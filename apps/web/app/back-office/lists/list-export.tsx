import type { Toast } from '@lampstand/contracts';
import { type ReactNode, useState } from 'react';
import { countedRows } from '../format.ts';
import { late } from '../../lib/late.tsx';
import { useStaff } from '../layout/auth.ts';
import { useCommands } from '../layout/commands.ts';
import { DownloadProgress, useDownload } from './download.tsx';
import { ListMenu } from './list-menu.tsx';
import { type ListPage, type ListQuery, withQuery } from './use-list.ts';

const ChangedButton = late(async () => ({ default: (await import('./changed-button.tsx')).ChangedButton }));

interface Props {
  /** The address of the file. */
  path: string;
  /** The filter of the list, and the columns. */
  query: ListQuery;
  /** Undefined while loading or after a failure. */
  list: ListPage<unknown> | undefined;
  /** What the rows are: "sign-ups". */
  of: string;
  label?: string;
  toasts: { done: Toast; failed: Toast };
  /** More in the menu: the columns. */
  children?: ReactNode;
}

/** The export button, for staff with the right to export, and the menu of the list. */
export function ListExport({ path, query, list, of, label = 'Export CSV', toasts, children }: Props) {
  const allowed = useStaff().may('export');
  const [open, setOpen] = useState(false);
  const download = useDownload(toasts);
  const mayStart = allowed && Boolean(list?.total);
  const start = (changed: '' | '1') => download.start(withQuery(path, { ...query, changed }));
  useCommands(mayStart ? [{ label: `Export these ${of} to CSV`, run: () => start('') }] : []);
  return (
    <>
      {allowed && (
        <button
          type="button"
          className="button second compact"
          disabled={!mayStart || download.running}
          aria-label={mayStart && list ? `${label}, ${countedRows(list, 'row')}` : undefined}
          onClick={() => start('')}
        >
          {label}
        </button>
      )}
      <ListMenu onToggle={setOpen}>
        {open && children}
        {allowed && list && open && (
          <ChangedButton path={path} view={query} download={download} onStart={() => start('1')} />
        )}
      </ListMenu>
      <DownloadProgress download={download} />
    </>
  );
}
