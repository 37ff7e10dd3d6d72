/** What a film's page draws: the functions run in the browser, so each is complete in itself. */

export type Box = { x: number; y: number; width: number; height: number };

/** Where the world's origin is in the picture, and its scale */
export type Camera = { left: number; top: number; zoom: number };

export interface View {
  seconds: number;
  camera: Camera;
  widths: Record<'student' | 'portal', number>;
  /** The one that is seen */
  screen: { on: 'student' | 'portal'; opacity: number };
  /** How strongly the lower end of the picture fades out */
  fade: number;
  heading: { text: string; place: 'beside' | 'above'; opacity: number; strip: number };
  card: { title: string; lines: readonly string[]; words: number; opacity: number };
  /** ring: how far its ring has spread, from 0 to 1 */
  pointer: { x: number; y: number; opacity: number; ring: number };
}

/** Adds the elements of the picture to the page. */
export function addStage() {
  const lamp = document.querySelector('header svg')?.outerHTML ?? '';
  document.body.insertAdjacentHTML(
    'beforeend',
    `<div class="film"><p class="film-fade"></p><p class="film-heading"></p><p class="film-ring"></p><p class="film-pointer"></p>
      <div class="film-card">${lamp}<strong></strong><div></div></div><div class="film-band"></div></div>`,
  );
}

/** Draws one frame and tells whether something in it moves by itself, as a lamp that lights up. */
export function draw({ seconds, camera, widths, screen, fade, heading, card, pointer }: View) {
  const find = (selector: string) => {
    const found = document.querySelector(selector);
    if (found instanceof HTMLElement) return found;
    throw new Error(`${selector} is not on the page.`);
  };
  for (const [name, place] of [
    ['student', ':first-of-type'],
    ['portal', ':last-of-type'],
  ] as const) {
    const { style } = find(`.full-demo > section${place}`);
    style.width = `${widths[name]}px`;
    style.transform = `translate(${camera.left}px, ${camera.top}px) scale(${camera.zoom})`;
    style.opacity = String(name === screen.on ? screen.opacity : 0);
    style.pointerEvents = name === screen.on ? '' : 'none';
  }
  find('.film-fade').style.opacity = String(fade);

  const title = find('.film-heading');
  title.className = `film-heading ${heading.place}`;
  title.textContent = heading.text;
  // Above the picture, the strip stays while its words change.
  title.style.opacity = String(heading.place === 'beside' ? heading.opacity : heading.strip);
  title.style.color = heading.place === 'beside' ? '' : `rgb(27 36 64 / ${heading.opacity})`;
  title.hidden = !heading.text;

  const cover = find('.film-card');
  cover.style.opacity = String(card.opacity);
  cover.className = card.lines.length > 1 ? 'film-card list' : 'film-card';
  cover.style.setProperty('--words', String(card.words));
  const [name, lines] = [find('.film-card strong'), find('.film-card div')];
  name.textContent = card.title;
  lines.replaceChildren(...card.lines.map((line) => Object.assign(document.createElement('p'), { textContent: line })));

  for (const [selector, scale, opacity] of [
    ['.film-pointer', 1 - 0.2 * Math.sin(Math.PI * Math.min(pointer.ring * 2, 1)), pointer.opacity],
    ['.film-ring', 1 + 1.4 * pointer.ring, pointer.ring > 0 && pointer.ring < 1 ? 1 - pointer.ring : 0],
  ] as const) {
    find(selector).style.transform = `translate(${pointer.x}px, ${pointer.y}px) scale(${scale})`;
    find(selector).style.opacity = String(opacity);
  }

  // Transitions follow the film's time, not the machine's.
  const began = globalThis as { began?: WeakMap<Animation, number> };
  began.began ??= new WeakMap();
  let moving = false;
  for (const animation of document.getAnimations()) {
    if (animation.timeline !== document.timeline) continue;
    animation.pause();
    const start = began.began.get(animation) ?? seconds;
    began.began.set(animation, start);
    const end = Number(animation.effect?.getComputedTiming().endTime ?? 0);
    if ((seconds - start) * 1000 >= end) animation.finish();
    else animation.currentTime = (seconds - start) * 1000;
    moving = true;
  }
  return moving;
}
