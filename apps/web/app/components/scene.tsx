import { SCENES, type SceneName } from '../content/scenes/scenes.ts';
import styles from './scene.module.css';

const FILES = import.meta.glob<string>('../content/scenes/*.svg', { query: '?url', import: 'default', eager: true });

interface Props {
  of: SceneName;
  /** What it shows, unless the page says so. */
  alt?: string;
  /** Below the first view. */
  lazy?: boolean;
}

/** A room or a place at night with one light. In the dark scheme it has no edges, and its light falls on the page. */
export const Scene = ({ of, alt = SCENES[of], lazy = false }: Props) => (
  <div className={styles.frame} data-scene={of}>
    <img
      className={styles.picture}
      src={FILES[`../content/scenes/${of}.svg`]}
      width={1200}
      height={800}
      alt={alt}
      loading={lazy ? 'lazy' : undefined}
      fetchPriority="low"
    />
  </div>
);
