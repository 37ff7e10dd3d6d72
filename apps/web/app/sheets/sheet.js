// @ts-check
// The only script of a sheet: fills in the church's name, prints and copies. Without it, the browser's own print works.

/** @template {HTMLElement} T @param {string} part @returns {T} */
const find = (part) => /** @type {T} */ (document.querySelector(part));
/** @type {HTMLInputElement} */
const church = find('.sheet-church');
const status = find('[role=status]');
/** @type {NodeListOf<HTMLElement>} */
const names = document.querySelectorAll('[data-church]');
const given = [...names].map(({ textContent }) => textContent);

church.addEventListener('input', () =>
  names.forEach((name, at) => (name.textContent = church.value.trim() || given[at] || '')),
);
find('[data-print]').onclick = () => print();
find('[data-copy]').onclick = () =>
  navigator.clipboard
    .writeText(
      [church.value.trim(), find('.sheet h1').innerText, find('.sheet .prose').innerText].filter(Boolean).join('\n\n'),
    )
    .then(
      () => (status.textContent = 'Copied'),
      () => (status.textContent = 'Your browser does not allow it. Select the text and copy it.'),
    );
find('[data-sheet-buttons]').hidden = false;
