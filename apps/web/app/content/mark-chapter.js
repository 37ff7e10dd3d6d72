// @ts-check
// Marks the current chapter in a table of contents, in browsers without `:target-current`.

if (!CSS.supports('selector(:target-current)')) {
  const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll('.contents.beside a')]);
  const chapters = links.map(({ hash }) => document.getElementById(hash.slice(1)));
  const markChapter = () => {
    const read = chapters.findLastIndex((chapter) => chapter && chapter.getBoundingClientRect().top < innerHeight / 3);
    for (const [index, link] of links.entries()) link.classList.toggle('now', index === Math.max(read, 0));
  };
  addEventListener('scroll', markChapter, { passive: true });
  markChapter();
}
