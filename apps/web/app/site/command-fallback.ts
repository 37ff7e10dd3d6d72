import { useEffect } from 'react';

/** Opens and closes dialogs in browsers that do not know `command` yet. */
export function useCommandFallback() {
  useEffect(() => {
    if ('command' in HTMLButtonElement.prototype) return;
    const run = (event: MouseEvent) => {
      const button = (event.target as Element).closest('button[commandfor]');
      const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '');
      if (!(dialog instanceof HTMLDialogElement)) return;
      if (button?.getAttribute('command') === 'close') dialog.close();
      else dialog.showModal();
    };
    document.addEventListener('click', run);
    return () => document.removeEventListener('click', run);
  }, []);
}
