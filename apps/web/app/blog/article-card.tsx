import { Scene } from '../components/scene.tsx';
import type { Article } from '../content/texts.ts';
import { ArticleDate } from './article-meta.tsx';
import { categorySlug } from './categories.ts';
import card from '../components/linked-card.module.css';
import styles from './article-card.module.css';

interface Props {
  article: Article;
  level: 'h2' | 'h3';
  /** Across the whole list, with the picture beside the text. */
  wide?: boolean;
  /** Below the first view. */
  lazy?: boolean;
}

/** An article in a list. The whole card leads to it. */
export const ArticleCard = ({ article, level: Heading, wide = false, lazy = false }: Props) => (
  <li className={`${styles.item} of-${categorySlug(article.category)}`} data-wide={wide || undefined}>
    <article className={`${card.card} ${styles.card}`}>
      <Scene of={article.scene} alt="" lazy={lazy} />
      <div className={styles.words}>
        <p className="badge">{article.category}</p>
        <Heading className={styles.title}>
          <a className={card.link} href={article.path}>
            {article.title}
          </a>
        </Heading>
        <p className="quiet">{article.summary}</p>
        <ArticleDate article={article} />
      </div>
    </article>
  </li>
);
