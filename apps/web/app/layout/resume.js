// @ts-check
// Loaded by the page script in a browser that has an unfinished sign-up: the buttons to the trial lead back to it.

async function leadBack() {
  const response = await fetch('/api/trial-signup/current');
  /** @type {import('@lampstand/contracts').CurrentSignupAnswer} */
  const { signup } = response.ok ? await response.json() : { signup: null };
  if (!signup) return;
  for (const button of document.querySelectorAll('a.button.primary[href="/trial"]')) {
    const rest = document.createElement('span');
    rest.className = 'continue-rest';
    rest.textContent = ` your sign-up, ${signup.firstName}: step ${signup.number} of ${signup.of}`;
    button.setAttribute('href', `/trial?step=verification&trialId=${signup.trialId}`);
    button.replaceChildren('Continue', rest);
  }
}

// Without an answer, the buttons stay as they are.
leadBack().catch(() => {});
