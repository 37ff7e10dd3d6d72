import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { queryClient } from '../../lib/query-client.ts';
import { Notice } from '../../ui/notice.tsx';

interface Props {
  title: string;
  /** What the person agrees to by pressing it. */
  confirm: string;
  pending: boolean;
  pendingText: string;
  /** Why it was refused; the dialog stays open. */
  refusal?: string | undefined;
  alarming?: boolean;
  onConfirm: (typed: Record<string, string>) => void;
  onClose: () => void;
  children: ReactNode;
}

/** Says what is about to happen and asks; mounted it is open. Escape and 'Cancel' close it, but not while it works. */
export function AskDialog({
  title,
  confirm,
  pending,
  pendingText,
  refusal,
  alarming,
  onConfirm,
  onClose,
  children,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const shown = dialog.current;
    const asker = document.activeElement;
    shown?.showModal();
    shown?.querySelector<HTMLElement>('.control')?.focus();
    return () => {
      shown?.close();
      if (asker instanceof HTMLElement && asker.isConnected) asker.focus();
    };
  }, []);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The second click of two may come before `pending` does.
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
          {refusal && <Notice tone="bad">{refusal}</Notice>}
        </div>
        <div className="row">
          <button
            type="submit"
            className={alarming ? 'button alarming' : 'button primary'}
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
