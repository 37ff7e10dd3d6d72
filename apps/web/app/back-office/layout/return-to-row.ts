import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** The path of the page that was left last, in this tab. */
let leftPath = '';

/** Remembers the path of this page when it is left. */
export function useLeftPath(): void {
  const { pathname } = useLocation();
  useEffect(
    () => () => {
      leftPath = pathname;
    },
    [pathname],
  );
}

/** After Back, focuses the link of the page that was left, and scrolls to it where the browser could not. */
export function useReturnToRow<Rows extends HTMLElement>() {
  const rows = useRef<Rows>(null);
  const isBack = useNavigationType() === NavigationType.Pop;
  useEffect(() => {
    const isFree = document.activeElement === document.body;
    const links = rows.current?.querySelectorAll('a') ?? [];
    const link = isBack && isFree && [...links].find(({ pathname }) => pathname === leftPath);
    if (!link) return;
    link.focus({ preventScroll: true });
    const { top, bottom } = link.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) link.scrollIntoView({ block: 'center' });
    // Once, when the rows appear.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return rows;
}
