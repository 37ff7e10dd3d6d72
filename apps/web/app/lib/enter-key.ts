import type { KeyboardEvent } from 'react';

const CONTROLS = 'input, select, textarea';

/** Enter goes to the next control, as the key of a phone's keyboard says; at the last one it calls `atEnd`. */
export function moveOnEnter(event: KeyboardEvent<HTMLFormElement>, atEnd?: () => void) {
  const from = event.target;
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(from instanceof HTMLInputElement)) return;
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>(CONTROLS)].filter((each) =>
    each.checkVisibility(),
  );
  const next = controls.slice(controls.indexOf(from) + 1).find((each) => !isSameQuestion(from, each));
  if (!next && !atEnd) return;
  event.preventDefault();
  if (next) next.focus();
  else atEnd?.();
}

const isSameQuestion = (one: HTMLInputElement, other: HTMLElement) =>
  one.type === 'radio' && other instanceof HTMLInputElement && other.name === one.name;
