/** The one script of every page, which the build minifies into it. Whatever it does, a page can do without. */
const root = document.documentElement;
const on = addEventListener;

/** The drawer closes when a link in it is followed; and it opens and closes in browsers that do not know `command` yet. */
const knowsCommands = 'command' in HTMLButtonElement.prototype;
on('click', ({ target, clientX }) => {
  const at = target as Element;
  const drawer = document.querySelector<HTMLDialogElement>('.drawer');
  if (!drawer) return;
  const followed = at.closest('.drawer a');
  const told = !knowsCommands && at.closest('[commandfor]');
  const beside = clientX < drawer.getBoundingClientRect().left;
  if (drawer.open && (followed || told || beside)) drawer.close();
  else if (told) drawer.showModal();
});

/** The header's shadow, in browsers where nothing can be animated by scrolling. */
if (!CSS.supports('animation-timeline: scroll()')) {
  const mark = () => root.classList.toggle('scrolled', scrollY > 10);
  on('scroll', mark);
  mark();
}

/** Hover cards: Escape dismisses them until pointer or focus moves on, and a finger opens none. */
const cardAround = (node: EventTarget | null) => (node as Element | null)?.closest('.hover-card');
const move = ({ target, relatedTarget }: MouseEvent | FocusEvent) => {
  if (cardAround(target) !== cardAround(relatedTarget)) root.classList.remove('dismissed');
};
on('keydown', ({ key }) => {
  if (key === 'Escape') root.classList.add('dismissed');
});
on('focusin', move);
on('pointerover', (event) => {
  move(event);
  root.dataset['pointer'] = event.pointerType;
});

/** What lies below the screen waits there, and fades in once. A page that hydrates must find its markup as it was written. */
const reached = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    const toCome = !isIntersecting && boundingClientRect.top > 0;
    target.classList.toggle('to-come', toCome);
    if (!toCome) reached.unobserve(target);
  }
});
if (!document.querySelector('[type=module]'))
  document.querySelectorAll('.part').forEach((part) => reached.observe(part));
