/** Inlined below a text with a table of contents: marks the chapter that is read, where `:target-current` is not known. */
if (!CSS.supports('selector(:target-current)')) {
  const chapterLinks = [...document.querySelectorAll<HTMLAnchorElement>('.contents.beside a')];
  const chapters = chapterLinks.map(({ hash }) => document.getElementById(hash.slice(1)));
  const markChapter = () => {
    const read = chapters.findLastIndex((chapter) => chapter && chapter.getBoundingClientRect().top < innerHeight / 3);
    for (const [index, link] of chapterLinks.entries()) link.classList.toggle('now', index === Math.max(read, 0));
  };
  addEventListener('scroll', markChapter, { passive: true });
  markChapter();
}
