import type { FormEvent, ReactNode } from 'react';
import { Notice } from '../../components/notice.tsx';
import { Modal } from './modal.tsx';

interface Props {
  title: string;
  /** The label of the button that confirms. */
  confirm: string;
  pending: boolean;
  pendingText: string;
  /** Why the action failed; the dialog stays open. */
  error?: string | undefined;
  destructive?: boolean;
  /** Gets the values of the form's fields by name. */
  onConfirm: (values: Record<string, string>) => void;
  /** Gets them with each change. */
  onInput?: (values: Record<string, string>) => void;
  onClose: () => void;
  children: ReactNode;
}

/** A modal that is open while mounted. Escape and Cancel close it, except while `pending`. */
export function ConfirmDialog({
  title,
  confirm,
  pending,
  pendingText,
  error,
  destructive,
  onConfirm,
  onInput,
  onClose,
  children,
}: Props) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!pending) onConfirm(valuesOf(event.currentTarget));
  };
  return (
    <Modal title={title} onClose={() => !pending && onClose()}>
      <form
        className="stack"
        method="post"
        noValidate
        onChange={({ currentTarget }) => onInput?.(valuesOf(currentTarget))}
        onSubmit={submit}
      >
        {children}
        <div className="wide" role="alert">
          {error && <Notice tone="bad">{error}</Notice>}
        </div>
        <div className="row">
          <button
            type="submit"
            className={destructive ? 'button alarming' : 'button primary'}
            aria-disabled={pending || undefined}
          >
            {pending && <span className="spinner" aria-hidden="true" />}
            {pending ? pendingText : confirm}
          </button>
          <button
            type="button"
            className="button second"
            aria-disabled={pending || undefined}
            onClick={() => !pending && onClose()}
          >
            Cancel
          </button>
        </div>
      </form>
    </Modal>
  );
}

const valuesOf = (form: HTMLFormElement) => Object.fromEntries(new FormData(form)) as Record<string, string>;
