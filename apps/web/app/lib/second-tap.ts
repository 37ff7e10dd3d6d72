import { type MouseEvent, useLayoutEffect, useRef } from 'react';

/** As long as people take for the second tap of two. */
const SECOND_TAP_MS = 500;

/**
 * For `onClickCapture`. After the page has changed below a finger, the second of two quick taps presses nothing: it was meant for what
 * stood there before.
 * @param change another value after each change of the page
 */
export function useSecondTap(change: string) {
  const shown = useRef(change);
  const changedAt = useRef(-Infinity);
  useLayoutEffect(() => {
    if (shown.current === change) return;
    shown.current = change;
    changedAt.current = performance.now();
  }, [change]);
  return (event: MouseEvent) => {
    const { timeStamp, pointerType = pointerOfDevice() } = event.nativeEvent as Partial<PointerEvent>;
    if (pointerType !== 'touch' || timeStamp! - changedAt.current > SECOND_TAP_MS) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** Older Safari does not say what pressed. */
const pointerOfDevice = () => (matchMedia('(pointer: coarse)').matches ? 'touch' : 'mouse');
