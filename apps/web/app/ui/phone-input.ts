import { formatPhone } from '@lampstand/contracts';

/** Rewrites a phone as "(512) 555-0142" while it is typed, and leaves the caret after the digit it stood behind. */
export function formatAsTyped(input: HTMLInputElement) {
  const before = digitsIn(input.value.slice(0, input.selectionStart ?? input.value.length));
  const atEnd = input.selectionStart === input.value.length;
  input.value = formatPhone(input.value);
  if (atEnd || document.activeElement !== input) return;
  let seen = 0;
  const caret = [...input.value].findIndex((each) => /\d/.test(each) && ++seen >= before) + 1;
  input.setSelectionRange(caret, caret);
}

const digitsIn = (text: string) => text.replace(/\D/g, '').length;
