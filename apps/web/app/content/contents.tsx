import type { Heading } from './text.ts';

/** The chapters of a long text: beside it where there is room, folded above it where there is none. */
export function Contents({ outline }: { outline: Heading[] }) {
  const chapters = outline.filter(({ depth }) => depth === 2);
  const list = (
    <ol>
      {chapters.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ol>
  );
  return (
    <>
      <details className="contents folded">
        <summary>On this page</summary>
        {list}
      </details>
      <nav className="contents beside" aria-labelledby="contents">
        <p id="contents">On this page</p>
        {list}
      </nav>
    </>
  );
}
