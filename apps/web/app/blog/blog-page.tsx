import { type LoaderFunctionArgs, type MetaArgs, useParams } from 'react-router-dom';
import { Breadcrumbs } from '../components/breadcrumbs.tsx';
import { CallToAction } from '../components/call-to-action.tsx';
import { FilterRow } from '../components/filter-row.tsx';
import { PageLayout } from '../components/page-layout.tsx';
import { articles, CATEGORIES, type Category } from '../content/texts.ts';
import { site } from '../lib/site.ts';
import { NewsletterBox } from '../newsletter/newsletter-box.tsx';
import { headOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { BLOG } from '../seo/trail.ts';
import { sheetPages } from '../sheets/sheet-pages.ts';
import { ArticleCard } from './article-card.tsx';
import { categoryPath, categorySlug } from './categories.ts';
import styles from './blog-page.module.css';

const BLOG_PAGE: Page = {
  path: '/blog',
  title: 'Blog & Resources for Youth Pastors',
  description:
    'Articles to use on Wednesday: small groups, reaching students, student leaders, camp follow-up, phones, mental health and the move to college.',
  keywords: [
    'youth ministry blog',
    'youth pastor resources',
    'small group ideas',
    'student ministry articles',
    'teen discipleship',
  ],
  scene: 'desk',
};

/** The blog filtered by category, without a script. With one or two articles each, search engines leave them out. */
const pageOf = (category: Category): Page => ({
  ...BLOG_PAGE,
  path: categoryPath(category),
  noindex: true,
  title: `${category}: Articles for Youth Pastors`,
  description: `What our blog has for youth pastors under ${category}: plans, scripts and letters to use on Wednesday.`,
});

export const handle: PageHandle = { page: [BLOG_PAGE, ...CATEGORIES.map(pageOf)] };

export const meta = ({ params }: MetaArgs) => {
  const category = categoryOf(params['category']);
  return headOf(category ? pageOf(category) : BLOG_PAGE);
};

const categoryOf = (slug: string | undefined): Category | undefined =>
  CATEGORIES.find((category) => categorySlug(category) === slug);

/** Unknown categories are a 404. */
export function loader({ params: { category } }: LoaderFunctionArgs) {
  if (category && !categoryOf(category)) throw new Response(null, { status: 404 });
  return null;
}

const INTRO = (
  <>
    Things to use on Wednesday, written for the person who also has to buy the pizza. Beside the articles:{' '}
    <a href="/resources">{sheetPages.length} sheets to print</a>.
  </>
);

const CATEGORY_INTROS: Record<Category, string> = {
  'Digital Ministry': 'Phones in the hand and in the room: what to read together, and what to leave off.',
  'Mental Health': 'What to notice, what to say, whom to call, and what to leave to people trained for it.',
  'Tools & Resources': 'Plans and sheets to print that hold up with few hands and little money.',
  'Student Engagement':
    'Students who drift and students who step up: how to reach the first, and what to give the second.',
  'Pastoral Care': 'For the student who needs more than the program gives: a goodbye that holds, a place that fits.',
  'Community Building': 'Groups where students are known, and where the new one finds a place.',
};

export default function BlogPage() {
  const category = categoryOf(useParams()['category']);
  return (
    <PageLayout>
      <header className={styles.head}>
        {category && <Breadcrumbs above={[BLOG]} />}
        <h1>{category ?? 'Blog & Resources'}</h1>
        <p className="quiet">{category ? CATEGORY_INTROS[category] : INTRO}</p>
      </header>
      <FilterRow
        label="Categories"
        choices={[undefined, ...CATEGORIES].map((each) => ({
          href: categoryPath(each),
          label: each ?? 'All Posts',
          isCurrent: each === category,
        }))}
      />
      {category ? <PostsIn category={category} /> : <AllPosts />}
      <NewsletterBox />
      <CallToAction
        heading="Put it into practice"
        action={{ href: '/trial', label: 'Start Free Trial' }}
        link={{ href: '/pricing', label: 'See pricing' }}
      >
        {site.product} gives your group daily devotionals, prompts and challenges, and tells you who has gone quiet.
        Free for 30 days.
      </CallToAction>
    </PageLayout>
  );
}

/** The new articles first, then the featured ones. */
const AllPosts = () => (
  <>
    <section className={styles.section} aria-labelledby="new">
      <h2 id="new">New</h2>
      <ul className={`${styles.articles} ${styles.two}`} aria-labelledby="new">
        {articles
          .filter(({ featured }) => !featured)
          .map((article) => (
            <ArticleCard key={article.slug} article={article} level="h3" />
          ))}
      </ul>
    </section>
    <section className={styles.section} aria-labelledby="featured">
      <h2 id="featured">Featured</h2>
      <ul className={styles.articles} aria-labelledby="featured">
        {articles
          .filter(({ featured }) => featured)
          .map((article, at) => (
            <ArticleCard key={article.slug} article={article} level="h3" wide={at === 0} lazy />
          ))}
      </ul>
    </section>
  </>
);

const PostsIn = ({ category }: { category: Category }) => (
  <>
    <ul className={styles.articles} aria-label={`Articles in ${category}`}>
      {articles
        .filter((article) => article.category === category)
        .map((article) => (
          <ArticleCard key={article.slug} article={article} level="h2" wide />
        ))}
    </ul>
    <p className={styles.all}>
      <a href={BLOG_PAGE.path}>See all {articles.length} posts</a>
    </p>
  </>
);
