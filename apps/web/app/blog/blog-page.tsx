import { type LoaderFunctionArgs, type MetaArgs, useParams } from 'react-router-dom';
import { Breadcrumbs } from '../components/breadcrumbs.tsx';
import { CallToAction } from '../components/call-to-action.tsx';
import { Scene } from '../components/scene.tsx';
import { type Article, articles, CATEGORIES, type Category } from '../content/texts.ts';
import { site } from '../lib/site.ts';
import { NewsletterBox } from '../newsletter/newsletter-box.tsx';
import { headOf } from '../seo/head.ts';
import type { Page, PageHandle } from '../seo/page.ts';
import { BLOG } from '../seo/trail.ts';
import { ArticleDate } from './article-meta.tsx';
import { categoryPath, categorySlug } from './categories.ts';
import './blog-page.css';

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

const INTRO = 'Things to use on Wednesday, written for the person who also has to buy the pizza.';

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
  const shown = articles.filter((article) => (category ? article.category === category : article.featured));
  return (
    <div className="blog">
      <div className="blog-head">
        {category && <Breadcrumbs above={[BLOG]} />}
        <h1>{category ?? 'Blog & Resources'}</h1>
        <p className="quiet">{category ? CATEGORY_INTROS[category] : INTRO}</p>
      </div>
      <Categories chosen={category} />
      <ul className="article-cards" aria-label={category ? `Articles in ${category}` : 'All posts'}>
        {shown.map((article, at) => (
          <ArticleCard key={article.slug} article={article} wide={at === 0 || Boolean(category)} />
        ))}
      </ul>
      {!category && (
        <nav className="more-articles" aria-labelledby="more-articles">
          <h2 id="more-articles">New</h2>
          {articles
            .filter(({ featured }) => !featured)
            .map(({ path, title, summary }) => (
              <p key={path}>
                <a href={path}>{title}</a> <span className="quiet">{summary}</span>
              </p>
            ))}
        </nav>
      )}
      {category && (
        <p className="all-posts">
          <a href={BLOG_PAGE.path}>See all {articles.length} posts</a>
        </p>
      )}
      <NewsletterBox />
      <CallToAction
        heading="Put it into practice"
        action={{ href: '/trial', label: 'Start Free Trial' }}
        link={{ href: '/pricing', label: 'See pricing' }}
      >
        {site.product} gives your group daily devotionals, prompts and challenges, and tells you who has gone quiet.
        Free for 30 days.
      </CallToAction>
    </div>
  );
}

const Categories = ({ chosen }: { chosen: Category | undefined }) => (
  <nav className="categories" aria-label="Categories">
    <ul>
      {[undefined, ...CATEGORIES].map((category) => (
        <li key={category ?? 'all'}>
          <a href={categoryPath(category)} aria-current={category === chosen ? 'page' : undefined}>
            {category ?? 'All Posts'}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

const ArticleCard = ({ article, wide }: { article: Article; wide: boolean }) => (
  <li className={`article-card of-${categorySlug(article.category)} ${wide ? 'wide' : ''}`}>
    <article>
      <Scene of={article.scene} alt="" lazy={!wide} />
      <div>
        <p className="badge">{article.category}</p>
        <h2>
          <a href={article.path}>{article.title}</a>
        </h2>
        <p className="quiet">{article.summary}</p>
        <ArticleDate article={article} />
      </div>
    </article>
  </li>
);
