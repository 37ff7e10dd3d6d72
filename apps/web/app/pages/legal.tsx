import { type MetaArgs, useLocation } from 'react-router-dom';
import { Reading } from '../content/reading.tsx';
import { legalDocuments } from '../content/texts.ts';
import { headOf } from '../seo/head.ts';
import type { PageHandle } from '../seo/page.ts';
import './legal.css';

export const handle: PageHandle = { page: legalDocuments };

export const meta = ({ location }: MetaArgs) => headOf(documentAt(location.pathname));

function documentAt(pathname: string) {
  const document = legalDocuments.find(({ path }) => path === pathname);
  if (!document) throw new Error(`No legal document at ${pathname}`);
  return document;
}

/** All legal documents; the path selects one. */
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
      <Reading outline={outline} Body={Body} />
    </article>
  );
}
