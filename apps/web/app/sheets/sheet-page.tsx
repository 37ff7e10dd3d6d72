import { type LoaderFunctionArgs, type MetaArgs, useLoaderData, useParams } from 'react-router-dom';
import { headOf } from '../seo/head.ts';
import type { PageHandle } from '../seo/page.ts';
import { breadcrumbLd } from '../seo/structured-data.ts';
import { RESOURCES } from '../seo/trail.ts';
import { SheetFrame } from './sheet-frame.tsx';
import { SheetHtml } from './sheet-html.tsx';
import { type SheetPage, sheetPages } from './sheet-pages.ts';
import { pointsOf, sheetHtml, sourceOf } from './sheet-text.tsx';

export const handle: PageHandle = { page: sheetPages };

export const meta = ({ params }: MetaArgs) => {
  const page = requireSheet(params['sheet']);
  return headOf(page, [breadcrumbLd(RESOURCES, page)]);
};

function requireSheet(slug: string | undefined): SheetPage {
  const page = sheetPages.find((each) => each.slug === slug);
  if (!page) throw new Response(null, { status: 404 });
  return page;
}

/** The sheet is a part of another page's text. */
export function loader({ params }: LoaderFunctionArgs) {
  const page = requireSheet(params['sheet']);
  const { title, path } = sourceOf(page);
  const html = sheetHtml(page);
  return { html, points: pointsOf(html), source: { title, path } };
}

export default function Sheet() {
  const { name, slug, partOf } = requireSheet(useParams()['sheet']);
  const { html, points, source } = useLoaderData<typeof loader>();
  const others = sheetPages.filter((each) => each.partOf === partOf && each.slug !== slug);
  return (
    <SheetFrame
      heading={name}
      above={[RESOURCES]}
      below={
        <div className="sheet-others">
          <p>
            How to use it: <a href={source.path}>{source.title}</a>
          </p>
          {others.length > 0 && (
            <ul aria-label="More sheets on this subject">
              {others.map((each) => (
                <li key={each.slug}>
                  <a href={each.path}>{each.name}</a>
                </li>
              ))}
            </ul>
          )}
        </div>
      }
    >
      <SheetHtml className={`prose points-${points}`} html={html} />
    </SheetFrame>
  );
}
