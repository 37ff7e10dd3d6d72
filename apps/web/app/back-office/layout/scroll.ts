import { useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** The state of a navigation that leaves the page where it is scrolled. */
export const KEEP_SCROLL = { keepScroll: true };

/** Another page begins at its top. After Back and Forward, the browser scrolls. */
export function useScrollReset(): void {
  const { key, state } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const keeps = isBack || (state as typeof KEEP_SCROLL | null)?.keepScroll;
  useLayoutEffect(() => {
    if (!keeps) scrollTo(0, 0);
  }, [key, keeps]);
}
