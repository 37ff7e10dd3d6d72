import { DEFAULT_TOAST_MS, type Toast } from '@lampstand/contracts';

/** A button of a toast. It closes the toast. */
interface ToastAction {
  label: string;
  /** As in `aria-keyshortcuts`. */
  keyShortcut?: string;
  run: () => void;
}

type ToastWithAction = Toast & { action?: ToastAction };

export interface ShownToast extends ToastWithAction {
  id: number;
  open: boolean;
  duration: number;
}

let shown: ShownToast | undefined;
const listeners = new Set<() => void>();

function set(next: ShownToast) {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a toast; replaces the current one. */
export const showToast = (toast: ToastWithAction) =>
  set({ duration: DEFAULT_TOAST_MS, ...toast, id: (shown?.id ?? 0) + 1, open: true });

export const closeToast = (id: number) => {
  if (shown?.id === id) set({ ...shown, open: false });
};

/** A new attempt: what the last one failed with is no longer true. */
export const closeFailure = () => {
  if (shown?.variant === 'destructive') closeToast(shown.id);
};

export const shownToast = () => shown;

/** Subscribes to changes; returns the unsubscribe function, as `useSyncExternalStore` expects. */
export const onToast = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
