import { UNEXPECTED } from '@lampstand/contracts';
import { ADMIN_TOASTS, type SavedView, viewBody, type ViewPath } from '@lampstand/contracts/back-office';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TextField } from '../../components/field.tsx';
import { showToast } from '../../components/toast-store.ts';
import { ask, isStatus, post } from '../../lib/api.ts';
import { causeOf } from '../../lib/clock.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { isSameQuery, VIEWS } from './saved-views.ts';

interface Props {
  path: ViewPath;
  /** What the page shows now. */
  query: Record<string, string>;
  /** The view to change; none for a new one. */
  view: SavedView | undefined;
  onClose: () => void;
}

/** Saves what is shown as a view, or changes a view. */
export default function ViewForm({ path, query, view, onClose }: Props) {
  const queries = useQueryClient();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const changed = view !== undefined && !isSameQuery(view.query, query);
  const settled = {
    onError: (error: Error) => isStatus(error, 400, 409) && setProblems(error.body.fields ?? {}),
    onSettled: () => void queries.invalidateQueries({ queryKey: [VIEWS] }),
  };
  const save = useMutation({
    ...settled,
    mutationFn: (body: object) => ask(view ? `${VIEWS}/${view.id}` : VIEWS, body),
    onSuccess: () => {
      showToast(ADMIN_TOASTS.viewSaved);
      onClose();
    },
  });
  const remove = useMutation({
    ...settled,
    mutationFn: (id: number) => post(`${VIEWS}/${id}/delete`, {}),
    onSuccess: () => {
      showToast(ADMIN_TOASTS.viewDeleted);
      onClose();
    },
  });
  const send = (values: Record<string, string>) => {
    const { data, error } = viewBody.safeParse({
      path,
      query: view && !values['replace'] ? view.query : query,
      name: values['name'],
      shared: values['shared'] === 'on',
    });
    setProblems(Object.fromEntries((error?.issues ?? []).map((issue) => [String(issue.path[0]), issue.message])));
    save.reset();
    if (data) save.mutate(data);
  };
  const failure = save.error ?? remove.error;
  const fieldError = problems['name'];
  const pending = save.isPending || remove.isPending;
  if (view?.mine === false)
    return (
      <ConfirmDialog
        title="Delete the shared view"
        confirm="Delete"
        pending={pending}
        pendingText="Deleting…"
        error={failure ? (causeOf(failure) ?? UNEXPECTED) : undefined}
        destructive
        onConfirm={() => remove.mutate(view.id)}
        onClose={onClose}
      >
        <p>
          <bdi>{view.name}</bdi> of {view.by} is deleted for the whole team.
        </p>
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      title={view ? 'Change the view' : 'Save what is shown'}
      confirm="Save"
      pending={pending}
      pendingText="Saving…"
      error={failure && !fieldError ? (Object.values(problems)[0] ?? causeOf(failure) ?? UNEXPECTED) : undefined}
      onConfirm={send}
      onClose={onClose}
    >
      <TextField
        id="view-name"
        name="name"
        label="Name"
        defaultValue={view?.name ?? ''}
        maxLength={60}
        autoComplete="off"
        error={fieldError}
      />
      <p className="small quiet">A view keeps filter, order and columns. It does not keep the search.</p>
      {changed && (
        <label className="tick">
          <input type="checkbox" name="replace" />
          Replace its filter with what is shown now
        </label>
      )}
      <label className="tick">
        <input type="checkbox" name="shared" defaultChecked={view?.shared} />
        Share with the team
      </label>
      {view && (
        <button type="button" className="link-button" onClick={() => remove.mutate(view.id)}>
          Delete this view
        </button>
      )}
    </ConfirmDialog>
  );
}
