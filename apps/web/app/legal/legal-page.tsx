import '../styles/article.css';
import '../styles/legal.css';
import { type MetaArgs, useLocation } from 'react-router-dom';
import { Contents } from '../content/contents.tsx';
import { Prose } from '../content/prose.tsx';
import { headOf } from '../site/head.ts';
import { documentAt } from './documents.ts';

export const handle = { hydrate: false };

export const meta = ({ location }: MetaArgs) => headOf(documentAt(location.pathname).page);

/** One page for all legal texts; the address says which. */
export default function LegalPage() {
  const { title, updated, outline, Body } = documentAt(useLocation().pathname);
  return (
    <article className="reading legal">
      <header className="reading-head">
        <h1>{title}</h1>
        <p className="quiet">
          Last updated <time dateTime="2025-07-01">{updated}</time>
        </p>
      </header>
      <div className="reading-columns">
        <Contents outline={outline} />
        <Prose Body={Body} />
      </div>
    </article>
  );
}
