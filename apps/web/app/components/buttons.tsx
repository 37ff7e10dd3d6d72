import type { ComponentProps, ReactNode } from 'react';
import { useHydrated } from '../lib/hydration.ts';

interface SubmitProps {
  pending: boolean;
  /** False until hydration: a native submit would send the fields in a format the API does not accept. */
  ready?: boolean;
  pendingText: string;
  children: ReactNode;
}

/** Stays focusable while pending and ignores further presses. */
export function SubmitButton({ pending, ready = true, pendingText, children }: SubmitProps) {
  return (
    <button
      type="submit"
      className="button primary large"
      disabled={!ready}
      aria-disabled={pending || undefined}
      onClick={(event) => pending && event.preventDefault()}
    >
      <ButtonText pending={pending} pendingText={pendingText}>
        {children}
      </ButtonText>
    </button>
  );
}

interface ActionProps {
  onPress: () => void;
  pending: boolean;
  pendingText: string;
  primary?: boolean;
  children: ReactNode;
}

/** A button outside a form; stays focusable while pending and ignores further presses. */
export const ActionButton = ({ onPress, pending, pendingText, primary = false, children }: ActionProps) => (
  <button
    type="button"
    className={`button ${primary ? 'primary' : 'second'}`}
    aria-disabled={pending || undefined}
    onClick={() => !pending && onPress()}
  >
    <ButtonText pending={pending} pendingText={pendingText}>
      {children}
    </ButtonText>
  </button>
);

/** In elements of its own: a browser's translator replaces text nodes, which React could not update then. */
const ButtonText = ({ pending, pendingText, children }: Pick<SubmitProps, 'pending' | 'pendingText' | 'children'>) =>
  pending ? (
    <>
      <span key="spinner" className="spinner" aria-hidden="true" />
      <span key="pending">{pendingText}</span>
    </>
  ) : (
    <span key="label">{children}</span>
  );

/** A button of a page from the server that only scripts answer: disabled until React has taken over, so that no press is lost. */
export const ScriptButton = ({ disabled, ...props }: ComponentProps<'button'>) => (
  <button type="button" {...props} disabled={!useHydrated() || disabled} />
);
