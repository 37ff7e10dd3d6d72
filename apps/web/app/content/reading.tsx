import type { MDXContent } from 'mdx/types';
import type { ReactNode } from 'react';
import { MailLink } from '../components/text-links.tsx';
import { Still, type StillName } from '../demo/stills.tsx';
import { DataTable, LeadersSee } from './data-table.tsx';
import script from './reading-script.js?url';
import type { Heading } from './texts.ts';
import './reading.css';
import './sheet-text.css';

/** Body of an article or a legal document: its table of contents and the text, inside an element of class `reading`. */
export const Reading = ({ outline, Body }: { outline: Heading[]; Body: MDXContent }) => (
  <div className="reading-columns">
    <TableOfContents outline={outline} />
    <Prose Body={Body} />
    <script type="module" fetchPriority="low" src={script} />
  </div>
);

/** Beside the text on wide screens, collapsed above it on narrow ones. */
function TableOfContents({ outline }: { outline: Heading[] }) {
  const list = (
    <ol>
      {outline
        .filter(({ depth }) => depth === 2)
        .map(({ id, text }) => (
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

export const Prose = ({ Body }: { Body: MDXContent }) => (
  <div className="prose">
    <Body components={MDX_COMPONENTS} />
  </div>
);

/** `<Picture of="alert" caption="…" />` in MDX: a part of the product. Its words do not count as the article's. */
const Picture = ({ of, caption }: { of: StillName; caption: string }) => (
  <figure className="demo-picture">
    <Still of={of} />
    <figcaption>{caption}</figcaption>
  </figure>
);

/** `<Urgent>` in MDX: crisis numbers and other emergency advice. */
const Urgent = ({ children }: { children?: ReactNode }) => (
  <div className="urgent" role="note" aria-label="In an emergency">
    {children}
  </div>
);

/** `<Sheet name="…">` in MDX: a text that `/sheets/…` prints on a page of its own. */
const Sheet = ({ children }: { children?: ReactNode }) => <div className="sheet-text">{children}</div>;

/** `<Church>` in MDX: the name of a church, which the reader of a sheet replaces. */
const Church = ({ children }: { children?: ReactNode }) => <span data-church="">{children}</span>;

/** `<SayNot>` in MDX, around a table: sentences that help beside those that do not. */
const SayNot = ({ children }: { children?: ReactNode }) => <div className="say-not">{children}</div>;

/** `<Blank />` in MDX: a line to write on, `long` for one across the page. */
const Blank = ({ long }: { long?: boolean }) => <span className={long ? 'blank long' : 'blank'} />;

export const MDX_COMPONENTS = { Urgent, Picture, Sheet, Church, SayNot, Blank, MailLink, DataTable, LeadersSee };
