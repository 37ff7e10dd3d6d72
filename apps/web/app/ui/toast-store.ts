import { DEFAULT_TOAST_MS, type Toast } from '@lampstand/contracts';

export interface ShownToast extends Toast {
  id: number;
  open: boolean;
  duration: number;
}

let shown: ShownToast | undefined;
const listeners = new Set<() => void>();

function set(next: ShownToast) {
  shown = next;
  for (const tell of listeners) tell();
}

/** Shows a toast in place of the one before: one at a time. */
export const showToast = (toast: Toast) =>
  set({ duration: DEFAULT_TOAST_MS, ...toast, id: (shown?.id ?? 0) + 1, open: true });

export const closeToast = (id: number) => {
  if (shown?.id === id) set({ ...shown, open: false });
};

export const shownToast = () => shown;

export const onToast = (tell: () => void) => {
  listeners.add(tell);
  return () => void listeners.delete(tell);
};
