/** Inlined into every page by the build, at most 1 KB minified. Every page works without it. */
const page = document;
const root = page.documentElement;
const on = addEventListener;

/** Closes the drawer when a link in it is followed; opens and closes it in browsers without invoker commands. */
const knowsCommands = 'command' in HTMLButtonElement.prototype;
on('click', (({ target: at, clientX }: { target: Element; clientX: number }) => {
  const drawer = page.querySelector<HTMLDialogElement>('.drawer');
  if (!drawer) return;
  const followed = at.closest('.drawer a');
  const invoked = !knowsCommands && at.closest('[commandfor]');
  const beside = clientX < drawer.getBoundingClientRect().left;
  if (drawer.open && (followed || invoked || beside)) drawer.close();
  else if (invoked) drawer.showModal();
}) as never);

/** Header shadow for browsers without scroll-driven animations. */
if (!CSS.supports('animation-timeline:scroll()')) {
  const mark = () => root.classList.toggle('scrolled', scrollY > 10);
  on('scroll', mark);
  mark();
}

/** Ctrl+K leads to the search, or to its field on this page. Staff pages have a search of their own. */
on('keydown', (event) => {
  if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || page.querySelector('#office')) return;
  event.preventDefault();
  location.href = page.querySelector('#q') ? '#q' : '/search#q';
});

/** Sections below the fold fade in once. */
const reached = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    const toCome = !isIntersecting && boundingClientRect.top > 0;
    target.classList.toggle('to-come', toCome);
    if (!toCome) reached.unobserve(target);
  }
});
/** The second press of a double click sends nothing. */
let sentAt = -1000;
const sendOnce = (event: Event) => {
  if (event.timeStamp - sentAt < 1000) event.preventDefault();
  else sentAt = event.timeStamp;
};

/** Not on pages that hydrate: their markup must stay as rendered, and React answers their forms. */
if (!page.querySelector('[type=module],[type=later]')) {
  page.querySelectorAll('.part').forEach((part) => reached.observe(part));
  on('submit', sendOnce);
}
