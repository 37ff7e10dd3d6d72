import * as card from './card-form.js';

const { clientSecret, returnUrl } = document.querySelector('form').dataset;
const button = document.querySelector('button');
const notice = document.querySelector('#notice');

document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault();
  void store();
});
button.disabled = false;

async function store() {
  notice.textContent = '';
  if (card.validate()) return;
  button.disabled = true;
  const { setupIntent, error } = await card.confirm({
    key: 'pk_test_sandbox',
    clientSecret,
    returnUrl,
    redirects: true,
  });
  button.disabled = false;
  if (error) notice.textContent = error.message;
  else location.assign(setupIntent.next_action?.redirect_to_url?.url ?? returnUrl);
}
