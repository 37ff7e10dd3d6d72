import { useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

export const SCREEN_COUNT = 3;

/** Runs before the first paint: the style sheet then shows one screen. Without scripts, all are shown. */
export const markScreen = (first: number): string =>
  `document.documentElement.dataset.screen=history.state?.usr?.screen||${first}`;

/**
 * The screen of the form that is shown: one history entry each, so that the browser's Back leaves no data behind.
 * @param first the screen of a page that is just opened
 */
export function useScreens(first: number) {
  const navigate = useNavigate();
  const location = useLocation();
  const { screen: stored, depth = 0 } = (location.state ?? {}) as { screen?: number; depth?: number };
  const screen = Math.min(Math.max(Number(stored) || first, 1), SCREEN_COUNT);
  const shown = useRef(screen);
  const takesFocus = useRef(true);

  useLayoutEffect(() => {
    document.documentElement.dataset['screen'] = String(screen);
    if (shown.current === screen) return;
    shown.current = screen;
    // Without it, the summary of errors takes the focus, and scrolls to itself.
    if (takesFocus.current) {
      window.scrollTo(0, 0);
      firstControlOf(screen)?.focus({ preventScroll: true });
    }
    takesFocus.current = true;
  }, [screen]);
  useLayoutEffect(() => () => delete document.documentElement.dataset['screen'] as unknown as void, []);

  const show = useCallback(
    (next: number, { focus = true, replace = false } = {}) => {
      takesFocus.current = focus;
      void navigate(
        { search: window.location.search },
        {
          state: { screen: next, depth: replace ? depth : depth + 1 },
          replace,
          preventScrollReset: true,
        },
      );
    },
    [navigate, depth],
  );
  const back = useCallback(() => void navigate(-1), [navigate]);
  /** Leaves the form: the entry of its first screen becomes `path`, so that Back leads to the page before the form. */
  const leaveFor = useCallback(
    (path: string) => {
      const replace = () => void navigate(path, { replace: true, preventScrollReset: true });
      if (depth === 0) return replace();
      addEventListener('popstate', replace, { once: true });
      history.go(-depth);
    },
    [navigate, depth],
  );
  return { screen, show, back, leaveFor };
}

const firstControlOf = (screen: number) =>
  document.querySelector<HTMLElement>(`[data-number="${screen}"] :is(input, select)`);
