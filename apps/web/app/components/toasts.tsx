import * as Radix from 'radix-ui/toast';
import { closeToast, type ShownToast } from './toast-store.ts';
import './toasts.css';

/** Outside the document. */
const UNHEARD = document.createElement('div');

export default function Toasts({ toast }: { toast: ShownToast }) {
  return (
    <Radix.Provider swipeThreshold={50} {...(toast.silent && { announcerContainer: UNHEARD })}>
      <Radix.Root
        key={toast.id}
        className={toast.variant === 'destructive' ? 'toast destructive' : 'toast'}
        open={toast.open}
        onOpenChange={(open) => !open && closeToast(toast.id)}
        duration={toast.duration}
      >
        <div>
          <Radix.Title className="toast-title">{toast.title}</Radix.Title>
          {toast.description && <Radix.Description>{toast.description}</Radix.Description>}
        </div>
        {toast.action && (
          <Radix.Action className="toast-action" altText={toast.action.label} onClick={toast.action.run}>
            {toast.action.label}
          </Radix.Action>
        )}
        <Radix.Close className="toast-close" aria-label="Close">
          <span aria-hidden="true">×</span>
        </Radix.Close>
      </Radix.Root>
      <Radix.Viewport className="toasts" hotkey={['F8']} />
    </Radix.Provider>
  );
}
