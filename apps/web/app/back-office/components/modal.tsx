import { type ReactNode, useEffect, useId, useRef } from 'react';
import './modal.css';

interface Props {
  /** The heading; with `headless` only its accessible name. */
  title: string;
  headless?: boolean;
  className?: string;
  /** A click beside it closes it, too. */
  lightDismiss?: boolean;
  /** Escape asks for it; the parent may refuse by leaving the modal mounted. */
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog that is open while mounted. Its first field takes the focus, which returns to the opener. */
export function Modal({ title, headless = false, className = 'ask', lightDismiss = false, onClose, children }: Props) {
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
  return (
    <dialog
      ref={dialog}
      className={className}
      closedby={lightDismiss ? 'any' : 'closerequest'}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={heading} className={headless ? 'unseen' : undefined}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}
