import { type LoaderFunctionArgs, type MetaArgs, useLoaderData, useParams } from 'react-router-dom';
import { Breadcrumbs } from '../components/breadcrumbs.tsx';
import { Field } from '../components/field.tsx';
import card from '../components/linked-card.module.css';
import { FilterRow } from '../components/filter-row.tsx';
import { InlineScript } from '../components/inline-script.tsx';
import { PageLayout } from '../components/page-layout.tsx';
import { site } from '../lib/site.ts';
import { headOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { RESOURCES } from '../seo/trail.ts';
import churchName from './church-name.ts?minified';
import { type Moment, MOMENTS } from './moments.ts';
import { SheetPicture } from './sheet-picture.tsx';
import { sheetPages } from './sheet-pages.ts';
import { miniatureHtml } from './sheet-text.tsx';
import styles from './library-page.module.css';

const ALL = sheetPages.length;

const LIBRARY: Page = {
  path: RESOURCES.path,
  title: 'Printable Youth Ministry Resources',
  description: `${ALL} one-page sheets for youth ministry, free to print: agendas, letters to parents, a consent form, camp follow-up, safety, graduates.`,
  keywords: [
    'youth ministry printables',
    'youth group templates',
    'free youth ministry resources',
    'youth pastor forms',
    'worksheets',
  ],
  scene: 'desk',
};

/** The library filtered by moment, without a script. Its sheets are what search engines show. */
const pageOf = (moment: Moment): Page => ({
  ...LIBRARY,
  path: pathOf(moment),
  noindex: true,
  title: `${MOMENTS[moment].heading}: to Print`,
  description: `${MOMENTS[moment].intro} Printable one-page sheets for youth ministry.`,
});

const isMoment = (name: string | undefined): name is Moment => name !== undefined && Object.hasOwn(MOMENTS, name);
const pathOf = (moment: Moment) => `${RESOURCES.path}/${moment}`;
const moments = Object.keys(MOMENTS).filter(isMoment);
const sheetsFor = (moment: Moment | undefined) =>
  sheetPages.filter((sheet) => !moment || sheet.moments.includes(moment));

export const handle: PageHandle = { page: [LIBRARY, ...moments.map(pageOf)] };

export const meta = ({ params: { moment } }: MetaArgs) => headOf(isMoment(moment) ? pageOf(moment) : LIBRARY);

/** Unknown moments are a 404. */
export function loader({ params: { moment } }: LoaderFunctionArgs) {
  if (moment !== undefined && !isMoment(moment)) throw new Response(null, { status: 404 });
  return sheetsFor(moment).map((sheet) => ({ ...sheet, html: miniatureHtml(sheet) }));
}

export default function Library() {
  const { moment } = useParams();
  const chosen = isMoment(moment) ? moment : undefined;
  const sheets = useLoaderData<typeof loader>();
  return (
    <PageLayout>
      <header className={styles.head}>
        <div className={styles.title}>
          {chosen && <Breadcrumbs above={[RESOURCES]} />}
          <h1>{chosen ? MOMENTS[chosen].heading : `${ALL} printable sheets for youth ministry`}</h1>
          <p className="lede quiet">
            {chosen
              ? MOMENTS[chosen].intro
              : 'Agendas, letters, cards and forms for youth ministry, one page each. Print them, copy them, put your church’s name on them. You don’t need an account.'}
          </p>
        </div>
        <ChurchName />
      </header>
      <FilterRow
        label="Moments"
        choices={[
          { href: RESOURCES.path, label: 'All sheets', count: ALL, isCurrent: !chosen },
          ...moments.map((each) => ({
            href: pathOf(each),
            label: MOMENTS[each].name,
            count: sheetsFor(each).length,
            isCurrent: each === chosen,
          })),
        ]}
      />
      <ul className={styles.sheets} aria-label="Sheets">
        {sheets.map(({ slug, path, name, summary, html }) => (
          <li key={slug} className={`${card.card} ${styles.sheet}`}>
            <SheetPicture name={name} html={html} />
            <div className={styles.words}>
              <h2>
                <a className={card.link} href={path}>
                  {name}
                </a>
              </h2>
              <p className="quiet">{summary}</p>
            </div>
          </li>
        ))}
      </ul>
      <p className={styles.more}>
        The <a href="/blog">articles</a> tell how to use each sheet, and <a href="/gettingstarted">Getting Started</a>{' '}
        how to begin with {site.product}.
      </p>
      <InlineScript code={churchName} />
    </PageLayout>
  );
}

/** Without scripts it is not shown: each sheet has such a field. */
const ChurchName = () => (
  <div className={styles.church} data-unsearched="">
    <Field
      name="church"
      label="Name of your church"
      hint="It goes on every sheet you open and print. It stays in this browser, and we don’t see it."
      control={
        <input
          id="church"
          className="control"
          autoComplete="organization"
          maxLength={80}
          aria-describedby="church-hint"
        />
      }
    />
  </div>
);
