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
let waiting: unknown = late[0];

const fetchAll = () =>
  document.querySelectorAll<HTMLLinkElement>('link[rel=later]').forEach((link) => (link.rel = 'modulepreload'));

const start = () => {
  fetchAll();
  // Once: a script that has been replaced has no place anymore.
  late.forEach((script) =>
    script.replaceWith(
      Object.assign(document.createElement('script'), { type: 'module', text: script.text, onerror: giveUp }),
    ),
  );
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
      // Buttons and groups have no name.
      const next =
        enter &&
        [...(target.form as Iterable<HTMLInputElement> & HTMLFormElement)].find(
          (each, at, all) => at > all.indexOf(target) && each.name && each.checkVisibility(),
        );
      if (next) next.focus();
      else replay = () => (button ? button.click() : target.form!.requestSubmit());
    },
    true,
  );
listen('unhandledrejection', giveUp);
listen('hydrated', end);

let restores = /\bsignup=1|[?&](step|trialId)=/.test(document.cookie + location.search) || dataset['screen']! > '1';
try {
  restores ||= Object.keys(sessionStorage).join().includes('-draft');
} catch {}
if (restores) start();
else listen('load', () => (self.requestIdleCallback ?? setTimeout)(fetchAll));
