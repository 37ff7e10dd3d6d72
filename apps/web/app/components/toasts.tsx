import * as Radix from 'radix-ui/toast';
import { useEffect } from 'react';
import { closeFailure, closeToast, type ShownToast } from './toast-store.ts';
import styles from './toasts.module.css';

/** Outside the document. */
const UNHEARD = document.createElement('div');

/** The next press is a new attempt. */
const press = ({ target }: Event) => {
  if (target instanceof Element && target.closest('button, [type=radio]')) closeFailure();
};

/** Moves a toast to the top of the window where it would cover the control that has the focus, or the button of its form. */
function keepClear(toast: HTMLLIElement | null) {
  const place = toast?.parentElement;
  if (!toast || !place) return;
  delete place.dataset['place'];
  const inUse = document.activeElement;
  const { top, left } = toast.getBoundingClientRect();
  const isCovered = [inUse, inUse?.closest('form')?.querySelector('[type=submit]')].some((control) => {
    const box = control && control !== document.body && control.getBoundingClientRect();
    return box && box.bottom > top && box.top < innerHeight && box.right > left;
  });
  if (isCovered) place.dataset['place'] = 'top';
}

export default function Toasts({ toast }: { toast: ShownToast }) {
  useEffect(() => {
    document.addEventListener('click', press, true);
    return () => document.removeEventListener('click', press, true);
  }, []);
  return (
    <Radix.Provider swipeThreshold={50} {...(toast.silent && { announcerContainer: UNHEARD })}>
      <Radix.Root
        key={toast.id}
        ref={keepClear}
        className={styles.toast}
        data-variant={toast.variant ?? 'default'}
        open={toast.open}
        onOpenChange={(open) => !open && closeToast(toast.id)}
        duration={toast.duration}
      >
        <div>
          <Radix.Title className={styles.title}>{toast.title}</Radix.Title>
          {toast.description && <Radix.Description>{toast.description}</Radix.Description>}
        </div>
        {toast.action && (
          <Radix.Action
            className={styles.action}
            altText={toast.action.label}
            aria-keyshortcuts={toast.action.keyShortcut}
            onClick={toast.action.run}
          >
            {toast.action.label}
          </Radix.Action>
        )}
        <Radix.Close className={styles.close} aria-label="Close">
          <span aria-hidden="true">×</span>
        </Radix.Close>
      </Radix.Root>
      <Radix.Viewport className={styles.viewport} hotkey={['F8']} />
    </Radix.Provider>
  );
}
