import { useLayoutEffect, useState } from 'react';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const page = globalThis.document as Document | undefined;
const controls = () => [...(page?.querySelectorAll<Control>(':is(input, select, textarea)[name]') ?? [])];
const keyOf = ({ name, type, value }: Control) => (['radio', 'checkbox'].includes(type) ? `${name} ${value}` : name);

/** What the server rendered, in which people type before React takes over. */
const rendered = controls();
let focused: Element | undefined;

/**
 * Where React renders the page anew, the controls take what was typed, and the focus. Stands before what it serves, so that its effect
 * runs before those that read the controls.
 */
export function KeepTyped(): null {
  const [active] = useState(() => rendered.find((control) => control === page?.activeElement));
  useLayoutEffect(() => {
    focused ??= active;
    const shown = new Map(controls().map((control) => [keyOf(control), control]));
    for (const before of rendered) {
      const control = shown.get(keyOf(before));
      if (!control || before.isConnected) continue;
      if (control instanceof HTMLInputElement) control.checked = (before as HTMLInputElement).checked;
      if (control.value !== before.value) control.value = before.value;
      if (before === focused) control.focus({ preventScroll: true });
    }
  }, [active]);
  return null;
}
