import '../styles/article.css';
import '../styles/blog.css';
import { type MetaArgs, useParams } from 'react-router-dom';
import {
  blogPage,
  CATEGORIES,
  categoryPage,
  categoryPath,
  categorySlug,
  type Category,
} from '../site/article-pages.ts';
import { NewsletterBox } from '../newsletter/newsletter-box.tsx';
import { Closing } from '../site/closing.tsx';
import { site } from '../site/env.ts';
import { headOf } from '../site/head.ts';
import { ArticleCard } from './article-card.tsx';
import { articles } from './articles.ts';

export const handle = { hydrate: blogPage.hydrate };

export const meta = ({ params }: MetaArgs) => {
  const category = categoryOf(params['category']);
  return headOf(category ? categoryPage(category) : blogPage);
};

const categoryOf = (slug: string | undefined): Category | undefined =>
  CATEGORIES.find((category) => categorySlug(category) === slug);

export default function BlogPage() {
  const category = categoryOf(useParams()['category']);
  const shown = articles.filter((article) => (category ? article.category === category : article.featured));
  return (
    <div className="blog">
      <div className="blog-head">
        <h1>Blog &amp; Resources</h1>
        <p className="quiet">Things to use on Wednesday, written for the person who also has to buy the pizza.</p>
      </div>
      <Categories chosen={category} />
      <ul className="article-cards" aria-label={category ? `Articles in ${category}` : 'All posts'}>
        {shown.map((article, at) => (
          <ArticleCard key={article.slug} article={article} wide={at === 0 || Boolean(category)} />
        ))}
      </ul>
      {category && (
        <p className="all-posts">
          <a href={blogPage.path}>See all {articles.length} posts</a>
        </p>
      )}
      <NewsletterBox />
      <Closing
        heading="Put it into practice"
        action={{ href: '/trial', label: 'Start Free Trial' }}
        link={{ href: '/pricing', label: 'See pricing' }}
      >
        {site.product} gives your group daily devotionals, prompts and challenges, and tells you who has gone quiet.
        Free for 30 days.
      </Closing>
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
