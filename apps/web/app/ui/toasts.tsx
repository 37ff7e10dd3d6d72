import { DEFAULT_TOAST_MS, type Toast } from '@lampstand/contracts';
import * as Radix from 'radix-ui/toast';
import { useSyncExternalStore } from 'react';
import '../styles/toasts.css';

interface Shown extends Toast {
  id: number;
  open: boolean;
}

let shown: Shown | undefined;
const listeners = new Set<() => void>();

function set(next: Shown | undefined) {
  shown = next;
  for (const tell of listeners) tell();
}

/** Shows a toast in place of the one before: one at a time. */
export const showToast = (toast: Toast) => set({ ...toast, id: (shown?.id ?? 0) + 1, open: true });

const subscribe = (tell: () => void) => {
  listeners.add(tell);
  return () => void listeners.delete(tell);
};

export function Toasts() {
  const toast = useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  );
  return (
    <Radix.Provider duration={DEFAULT_TOAST_MS} swipeThreshold={50}>
      {toast && (
        <Radix.Root
          key={toast.id}
          className={toast.variant === 'destructive' ? 'toast destructive' : 'toast'}
          open={toast.open}
          onOpenChange={(open) => !open && shown?.id === toast.id && set({ ...toast, open })}
          {...(toast.duration && { duration: toast.duration })}
        >
          <div>
            <Radix.Title className="toast-title">{toast.title}</Radix.Title>
            {toast.description && <Radix.Description>{toast.description}</Radix.Description>}
          </div>
          <Radix.Close className="toast-close" aria-label="Close">
            <span aria-hidden="true">×</span>
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport className="toasts" hotkey={['F8']} />
    </Radix.Provider>
  );
}
