/** `/suggestion.js`: asks in the newsletter box about an address that looks mistyped. Loaded with the first touch of its field. */
import { askAboutAddress, enterAddress } from '../components/ask-about-address.ts';

export function suggestFor(field: HTMLInputElement) {
  const note = document.createElement('p');
  note.ariaLive = 'polite';
  field.closest('[data-field]')?.append(note);
  askAboutAddress(field, (meant) => {
    if (!meant) return note.replaceChildren();
    const button = document.createElement('button');
    Object.assign(button, { type: 'button', className: 'link-button', textContent: meant });
    button.addEventListener('click', () => enterAddress(field, meant));
    note.replaceChildren('Did you mean ', button, '?');
  });
}
