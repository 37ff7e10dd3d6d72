// @ts-check
// Loaded by the inline script in a browser that saved a sign-up. Points the trial buttons to the unfinished sign-up,
// and shows the link to the plan where an account was opened.

async function showCurrentSignup() {
  const response = await fetch('/api/trial-signup/current');
  /** @type {import('@lampstand/contracts').CurrentSignupAnswer} */
  const { signup, member } = response.ok ? await response.json() : { signup: null, member: false };
  for (const link of document.querySelectorAll('.my-plan')) link.toggleAttribute('hidden', !member);
  if (!signup) return;
  for (const button of document.querySelectorAll('a.button.primary[href="/trial"]')) {
    const text = document.createElement('span');
    const rest = document.createElement('span');
    rest.className = 'continue-rest';
    const whole = document.createElement('span');
    whole.className = 'nowrap';
    whole.textContent = 'sign-up,';
    rest.append(' your ', whole, ` ${signup.firstName}: step ${signup.number} of ${signup.of}`);
    button.setAttribute('href', `/trial?step=verification&trialId=${signup.trialId}`);
    text.append('Continue', rest);
    button.replaceChildren(text);
    button.setAttribute('aria-label', text.textContent);
  }
}

// If the request fails, the buttons stay unchanged.
showCurrentSignup().catch(() => {});
