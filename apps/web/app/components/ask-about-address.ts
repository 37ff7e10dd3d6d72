import { intendedAddress } from './mail-domains.ts';

/**
 * Asks about an address that looks mistyped when its field is left, and once before it is sent. `show` gets the address that was
 * probably meant; undefined takes the question back. Returns what ends it.
 */
export function askAboutAddress(field: HTMLInputElement, show: (meant: string | undefined) => void): () => void {
  const end = new AbortController();
  const { signal } = end;
  let asked: string | undefined;
  const ask = () => show(intendedAddress(field.value));

  field.addEventListener('input', () => show(undefined), { signal });
  field.addEventListener(
    'blur',
    ({ relatedTarget }) => {
      ask();
      // A press of the button sends the form before the question can be read.
      if (!(relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit')) asked = field.value;
    },
    { signal },
  );
  field.form?.addEventListener(
    'submit',
    (event) => {
      if (asked === field.value || !intendedAddress(field.value) || !field.checkVisibility()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      asked = field.value;
      ask();
    },
    { signal, capture: true },
  );
  // An address can be typed before the scripts run.
  if (field !== document.activeElement) ask();
  return () => end.abort();
}

/**
 * Sets the value, focuses the field and dispatches `input`, as typing does. It calls the setter of the prototype, because React replaces
 * the one of the element.
 */
export function enterAddress(field: HTMLInputElement, address: string) {
  Reflect.set(HTMLInputElement.prototype, 'value', address, field);
  field.focus();
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
