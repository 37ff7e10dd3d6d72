// @ts-check
// Prints and copies a sheet. Without it, the browser's own print works.

/** @param {string} selector */
const partOf = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));
const sheetStatus = partOf('[role=status]');

partOf('[data-print]').onclick = () => print();
partOf('[data-copy]').onclick = () => {
  const church = /** @type {HTMLInputElement} */ (partOf('#church')).value.trim();
  const texts = [church, partOf('.sheet h1').innerText, partOf('.sheet .prose').innerText];
  navigator.clipboard.writeText(texts.filter(Boolean).join('\n\n')).then(
    () => (sheetStatus.textContent = 'Copied'),
    () => (sheetStatus.textContent = 'Your browser does not allow it. Select the text and copy it.'),
  );
};
partOf('[data-sheet-buttons]').removeAttribute('data-sheet-buttons');
