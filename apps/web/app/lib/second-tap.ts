import { type MouseEvent, useLayoutEffect, useRef } from 'react';

/** The longest time between the two taps of a double tap. */
const SECOND_TAP_MS = 500;

/**
 * Handlers that ignore a tap, and the focus it moves, just after the page changed. It is the second tap of a double tap on the button
 * that was there before.
 * @param change a value that differs after each change of the page
 */
export function useSecondTap(change: string) {
  const shown = useRef(change);
  const changedAt = useRef(-Infinity);
  useLayoutEffect(() => {
    if (shown.current === change) return;
    shown.current = change;
    changedAt.current = performance.now();
  }, [change]);
  const drop = (event: MouseEvent) => {
    const { timeStamp, pointerType = pointerOfDevice() } = event.nativeEvent as Partial<PointerEvent>;
    if (pointerType !== 'touch' || timeStamp! - changedAt.current > SECOND_TAP_MS) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { onClickCapture: drop, onMouseDownCapture: drop };
}

/** A mousedown has no `pointerType`, nor has a click in older Safari. */
const pointerOfDevice = () => (matchMedia('(pointer: coarse)').matches ? 'touch' : 'mouse');
