import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { queryClient } from '../../lib/query-client.ts';
import { Notice } from '../../components/notice.tsx';
import './confirm-dialog.css';

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
  onClose,
  children,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const shown = dialog.current;
    const opener = document.activeElement;
    shown?.showModal();
    shown?.querySelector<HTMLElement>('.control')?.focus();
    return () => {
      shown?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The second click of a double click may come before `pending` is set.
    if (!pending && !queryClient.isMutating())
      onConfirm(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>);
  };
  return (
    <dialog
      ref={dialog}
      className="ask"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        if (!pending) onClose();
      }}
    >
      <form className="stack" method="post" noValidate onSubmit={submit}>
        <h2 id={heading}>{title}</h2>
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
    </dialog>
  );
}
