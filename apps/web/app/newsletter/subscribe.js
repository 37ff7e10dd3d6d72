// @ts-check
// The only script of the blog: sends the newsletter box from where it stands. Its sentences come with the box.

/** @param {string} part */
const find = (part) => /** @type {HTMLInputElement} */ (document.querySelector(`.newsletter ${part}`));
const field = find('input');
const button = find('button');
const form = /** @type {HTMLFormElement} */ (field.form);
const { invalid, accepted, failed } = form.dataset;

/** @param {{ wrong?: string, said?: string, good?: boolean }} news */
const tell = ({ wrong = '', said = '', good = false }) => {
  find('.error').textContent = wrong;
  find('[role=status]').textContent = said;
  form.classList.toggle('accepted', good);
  field.ariaInvalid = `${!!wrong}`;
  if (wrong) field.focus();
};

const send = async () => {
  const response = await fetch(form.action, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: field.value }),
  });
  const { error, fields } = await response.json();
  if (!response.ok) return tell(fields?.email ? { wrong: fields.email } : { said: error ?? failed });
  form.reset();
  tell({ said: accepted, good: true });
};

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (button.ariaDisabled) return;
  tell(field.validity.valid ? {} : { wrong: invalid });
  if (!field.validity.valid) return;
  button.ariaDisabled = 'true';
  void send()
    .catch(() => tell({ said: failed }))
    .finally(() => (button.ariaDisabled = null));
});
button.disabled = false;
