// @ts-check
// Loaded by the page script in a browser that has an unfinished sign-up: the buttons to the trial lead back to it.

const response = await fetch('/api/trial-signup/current');
/** @type {import('@lampstand/contracts').CurrentSignupAnswer} */
const { signup } = response.ok ? await response.json() : { signup: null };

/** @param {Element} button */
const leadBack = (button, { firstName, trialId, number, of } = /** @type {NonNullable<typeof signup>} */ (signup)) => {
  const rest = document.createElement('span');
  rest.className = 'continue-rest';
  rest.textContent = ` your sign-up, ${firstName}: step ${number} of ${of}`;
  button.setAttribute('href', `/trial?step=verification&trialId=${trialId}`);
  button.replaceChildren('Continue', rest);
};

if (signup) document.querySelectorAll('a.button.primary[href="/trial"]').forEach((button) => leadBack(button));

export {};
