/**
 * Inlined into pages with a form that works without scripts. The build marks their module scripts `later`: they are fetched
 * when the page is idle and run with the first interaction, or at once when the page has something to restore. Until React takes
 * over, Enter goes to the next control (as `lib/enter-key.ts` does), and a button or Enter at the last control waits; if the
 * scripts cannot be loaded, the form is a plain one.
 */
const { dataset } = document.documentElement;
const late = document.querySelectorAll<HTMLScriptElement>('script[type=later]');
const listen = addEventListener;
let replay: () => unknown;
let waiting = late.length > 0;

const fetchAll = () =>
  document.querySelectorAll<HTMLLinkElement>('link[rel=later]').forEach((link) => (link.rel = 'modulepreload'));

let start = () => {
  start = () => {};
  fetchAll();
  late.forEach(({ text }) => {
    const copy = document.createElement('script');
    copy.type = 'module';
    copy.text = text;
    copy.onerror = giveUp;
    document.head.append(copy);
    copy.remove();
  });
};

const end = () => {
  if (!waiting) return;
  waiting = false;
  replay?.();
};
const giveUp = () => {
  if (waiting) delete dataset['screen'];
  end();
};

const controlAfter = (input: HTMLInputElement) => {
  const controls = [...input.form!.querySelectorAll<HTMLInputElement>('input,select,textarea')].filter(
    (each) => each.checkVisibility() && (each === input || input.type !== 'radio' || each.name !== input.name),
  );
  return controls[controls.indexOf(input) + 1];
};

// In the capture phase of the window, so before React, which may listen already: what is pressed is handled once.
for (const name of ['pointerdown', 'keydown', 'focusin', 'click'])
  listen(
    name,
    (event) => {
      start();
      const target = event.target as HTMLInputElement;
      const button = name === 'click' && target.closest<HTMLElement>('form button');
      const enter = (event as KeyboardEvent).key === 'Enter' && target.matches('form input');
      if (!waiting || !(button || enter)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const next = enter && controlAfter(target);
      if (next) next.focus();
      else replay = () => (button ? button.click() : target.form!.requestSubmit());
    },
    true,
  );
listen('unhandledrejection', giveUp);
listen('hydrated', end);

let restores =
  /\bsignup=1/.test(document.cookie) || /[?&](step|trialId)=/.test(location.search) || +dataset['screen']! > 1;
try {
  restores ||= Object.keys(sessionStorage).some((key) => key.endsWith('-draft'));
} catch {}
if (restores) start();
else listen('load', () => (window.requestIdleCallback ?? setTimeout)(fetchAll));
