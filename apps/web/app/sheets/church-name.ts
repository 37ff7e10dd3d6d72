/** Inlined below a field for the name of the reader's church: keeps it in this browser, and writes it where the sheets have room for it. */
const field = document.querySelector<HTMLInputElement>('#church')!;
const places = [...document.querySelectorAll('[data-church]')].map((place) => ({ place, given: place.textContent }));
const KEY = 'church';

const show = () => {
  for (const { place, given } of places) place.textContent = field.value.trim() || given;
};
const recall = () => {
  try {
    field.value = localStorage.getItem(KEY) ?? field.value;
  } catch {}
  show();
};

field.addEventListener('input', () => {
  show();
  try {
    localStorage.setItem(KEY, field.value.trim());
  } catch {}
});
recall();
/** Back from a sheet on which the name was changed. */
addEventListener('pageshow', recall);
