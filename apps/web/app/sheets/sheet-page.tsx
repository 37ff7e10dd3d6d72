import { type LoaderFunctionArgs, type MetaArgs, useLoaderData, useParams } from 'react-router-dom';
import { headOf } from '../seo/head.ts';
import type { PageHandle } from '../seo/page.ts';
import { BLOG, HELP } from '../seo/trail.ts';
import { SheetFrame } from './sheet-frame.tsx';
import { type SheetPage, sheetPages } from './sheet-pages.ts';
import { sheetHtml, sourceOf } from './sheet-text.tsx';

export const handle: PageHandle = { page: sheetPages };

export const meta = ({ params }: MetaArgs) => headOf(requireSheet(params['sheet']));

function requireSheet(slug: string | undefined): SheetPage {
  const page = sheetPages.find((each) => each.slug === slug);
  if (!page) throw new Response(null, { status: 404 });
  return page;
}

/** The sheet is a part of another page's text. */
export function loader({ params }: LoaderFunctionArgs) {
  const page = requireSheet(params['sheet']);
  const { title, path } = sourceOf(page);
  const above = [path.startsWith(BLOG.path) ? BLOG : HELP, { name: title, path }];
  return { html: sheetHtml(page), above };
}

export default function Sheet() {
  const { name } = requireSheet(useParams()['sheet']);
  const { html, above } = useLoaderData<typeof loader>();
  return (
    <SheetFrame heading={name} above={above}>
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </SheetFrame>
  );
}
