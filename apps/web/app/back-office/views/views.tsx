import { type SavedView, VIEW_PATHS, type ViewPath, viewQueryOf } from '@lampstand/contracts/back-office';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { late } from '../../lib/late.tsx';
import { useCommands } from '../layout/commands.ts';
import { isSameQuery, useSavedViews } from './saved-views.ts';
import './views.css';

const ViewForm = late(() => import('./view-form.tsx'));
const ViewList = late(() => import('./view-list.tsx'));

const isViewPath = (path: string): path is ViewPath => (VIEW_PATHS as readonly string[]).includes(path);

/** The saved views of the page's list. */
export function Views() {
  const { pathname, search } = useLocation();
  const path = pathname.replace(/\/$/, '');
  const [open, setOpen] = useState<'list' | 'new' | SavedView>();
  const query = viewQueryOf(Object.fromEntries(new URLSearchParams(search)));
  const here = useSavedViews().filter((view) => view.path === path);
  const shown = here.find((view) => isSameQuery(view.query, query));
  const commands = [
    { label: 'Views of this list', run: () => setOpen('list') },
    ...(shown ? [] : [{ label: 'Save this view', run: () => setOpen('new') }]),
  ];
  useCommands(isViewPath(path) ? commands : []);
  if (!isViewPath(path)) return null;

  const close = () => setOpen(undefined);
  return (
    <>
      <button
        type="button"
        className="button second compact views-button"
        aria-haspopup="dialog"
        aria-label={shown ? `Views, ${shown.name} is shown` : undefined}
        onClick={() => setOpen('list')}
      >
        <bdi>{shown ? shown.name : 'Views'}</bdi>
      </button>
      {open === 'list' && (
        <ViewList views={here} shown={shown} onEdit={setOpen} onSave={() => setOpen('new')} onClose={close} />
      )}
      {open && open !== 'list' && (
        <ViewForm path={path} query={query} view={open === 'new' ? undefined : open} onClose={close} />
      )}
    </>
  );
}
