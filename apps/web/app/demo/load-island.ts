/**
 * Inlined behind an island: loads React and the demo's code once the page has loaded and the island is in view, or with the
 * first press or focus in it. A button that was pressed before is pressed again when it works.
 */
const island = document.currentScript!.previousElementSibling as HTMLElement;
const code = '/demo.js';
/** Of the button that was pressed, among those of the island, which may be rendered anew. */
let pressed = -1;
let begun = false;

const buttons = () => [...island.querySelectorAll('button')];
const press = ({ target }: Event) => {
  pressed = buttons().indexOf((target as Element).closest('button')!);
  load();
};
const load = () => {
  if (begun) return;
  begun = true;
  seen.disconnect();
  import(code).then(
    async ({ hydrate }: typeof import('./client.tsx')) => {
      // From here on React takes the presses.
      island.removeEventListener('click', press);
      await hydrate(island);
      buttons()[pressed]?.click();
    },
    async () => {
      begun = false;
      // Where the server answers, the page may be of a release that is gone.
      if (pressed < 0 || !(await fetch(code, { method: 'HEAD' }).catch(() => undefined))) return;
      pressed = -1;
      if (reloadOnce() || island.nextElementSibling?.role) return;
      const note = document.createElement('p');
      note.role = 'alert';
      note.textContent = 'The demo didn’t load. Reload the page in a minute.';
      island.after(note);
    },
  );
};
const seen = new IntersectionObserver(
  (entries) => {
    // A busy browser tells at once that it was out of view and that it is in view now.
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    // Not when the browser is idle: on a busy device it may never be.
    if (document.readyState === 'complete') setTimeout(load);
    else addEventListener('load', () => setTimeout(load));
  },
  { rootMargin: '0px 0px -20% 0px' },
);
seen.observe(island);
island.addEventListener('click', press);
island.addEventListener('focusin', load);
