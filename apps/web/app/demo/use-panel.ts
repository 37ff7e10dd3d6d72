import { useEffect, useRef } from 'react';

/** A panel that takes the focus when the pressed control is no longer there. */
export function usePanel() {
  const panel = useRef<HTMLDivElement>(null);
  const focused = useRef<Element>(null);
  useEffect(() => {
    const element = panel.current;
    const keep = ({ target }: FocusEvent) => (focused.current = target as Element);
    element?.addEventListener('focusin', keep);
    return () => element?.removeEventListener('focusin', keep);
  }, []);
  useEffect(() => {
    if (!focused.current || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
  });
  return panel;
}
