// @ts-check
// Submits the newsletter form. The only module script of the blog; the messages are in the form's data attributes.

/** @param {string} part */
const find = (part) => /** @type {HTMLInputElement} */ (document.querySelector(`.newsletter ${part}`));
const field = find('input');
const button = find('button');
const form = /** @type {HTMLFormElement} */ (field.form);
const { invalid, accepted, failed } = form.dataset;

const show = (error = '', answer = '', good = false) => {
  find('.error').textContent = error;
  find('[role=status]').textContent = answer;
  form.classList.toggle('accepted', good);
  field.ariaInvalid = `${!!error}`;
  if (error) field.focus();
};

const send = async () => {
  const response = await fetch('/api/newsletter-subscriptions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: field.value }),
  });
  const { error, fields } = await response.json();
  if (!response.ok) return fields?.email ? show(fields.email) : show('', error ?? failed);
  form.reset();
  show('', accepted, true);
};

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (button.ariaDisabled) return;
  show(field.validity.valid ? '' : invalid);
  if (!field.validity.valid) return;
  button.ariaDisabled = 'true';
  void send()
    .catch(() => show('', failed))
    .finally(() => (button.ariaDisabled = null));
});
form.noValidate = true;
