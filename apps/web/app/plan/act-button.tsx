import type { ReactNode } from 'react';

interface Props {
  onPress: () => void;
  pending: boolean;
  pendingText: string;
  primary?: boolean;
  children: ReactNode;
}

/** Keeps focus and its place while it works. */
export const ActButton = ({ onPress, pending, pendingText, primary = false, children }: Props) => (
  <button
    type="button"
    className={`button ${primary ? 'primary' : 'second'}`}
    aria-disabled={pending || undefined}
    onClick={() => !pending && onPress()}
  >
    {pending && <span className="spinner" aria-hidden="true" />}
    {pending ? pendingText : children}
  </button>
);
