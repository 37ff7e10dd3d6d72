import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * A panel that scrolls: it starts at its top when its contents change, and takes the focus when the pressed control is no
 * longer there.
 */
export function usePanel(contents: string) {
  const panel = useRef<HTMLDivElement>(null);
  const shown = useRef(contents);
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    if (shown.current === contents) return;
    shown.current = contents;
    panel.current?.scrollTo(0, 0);
  }, [contents]);
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
