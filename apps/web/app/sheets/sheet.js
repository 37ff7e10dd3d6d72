// @ts-check
// The only script of a sheet: fills in the church's name, prints and copies. Without it, the browser's own print works.

/** @param {string} selector */
const partOf = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));
const churchField = /** @type {HTMLInputElement} */ (partOf('.sheet-church'));
const sheetStatus = partOf('[role=status]');
/** @type {NodeListOf<HTMLElement>} */
const churchNames = document.querySelectorAll('[data-church]');
const givenNames = [...churchNames].map(({ textContent }) => textContent);

churchField.addEventListener('input', () =>
  churchNames.forEach((name, at) => (name.textContent = churchField.value.trim() || (givenNames[at] ?? ''))),
);
partOf('[data-print]').onclick = () => print();
partOf('[data-copy]').onclick = () => {
  const texts = [churchField.value.trim(), partOf('.sheet h1').innerText, partOf('.sheet .prose').innerText];
  navigator.clipboard.writeText(texts.filter(Boolean).join('\n\n')).then(
    () => (sheetStatus.textContent = 'Copied'),
    () => (sheetStatus.textContent = 'Your browser does not allow it. Select the text and copy it.'),
  );
};
partOf('[data-sheet-buttons]').removeAttribute('data-sheet-buttons');
