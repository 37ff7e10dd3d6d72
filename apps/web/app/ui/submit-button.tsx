import type { ReactNode } from 'react';

interface Props {
  pending: boolean;
  /** False until the page's script can answer: a native submit would put the fields on the wire in the wrong way. */
  ready?: boolean;
  pendingText: string;
  children: ReactNode;
}

/** Keeps focus and its place while it works; further presses do nothing. */
export function SubmitButton({ pending, ready = true, pendingText, children }: Props) {
  return (
    <button
      type="submit"
      className="button primary large"
      disabled={!ready}
      aria-disabled={pending || undefined}
      onClick={(event) => pending && event.preventDefault()}
    >
      {pending && <span className="spinner" aria-hidden="true" />}
      {pending ? pendingText : children}
    </button>
  );
}
