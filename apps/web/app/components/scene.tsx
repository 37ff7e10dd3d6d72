import styles from './scene.module.css';

const FILES = import.meta.glob<string>('../scenes/*.svg', { query: '?url', import: 'default', eager: true });

/** The night pictures of `app/scenes`, and in words what each shows. */
const SCENES = {
  blanket: 'Under a blanket on a bed, the shadow of a student who reads a phone. The clock beside the bed says 10:40.',
  circle: 'Seven people sit in a circle of folding chairs under a lamp. The chair at the front is empty.',
  window: 'A dark house at night. One window is lit, and someone sits at it.',
} as const;

export type SceneName = keyof typeof SCENES;

interface Props {
  of: SceneName;
  /** What it shows, unless the page says so. */
  alt?: string;
  /** The middle of the picture, 21 to 9 or square; otherwise all of it, 3 to 2. */
  shape?: 'wide' | 'square';
  /** Below the first view. */
  lazy?: boolean;
}

/** A room or a place at night with one light. In the dark scheme it has no edges, and its light falls on the page. */
export const Scene = ({ of, alt = SCENES[of], shape, lazy = false }: Props) => (
  <div className={styles.frame} data-scene={of}>
    <img
      className={styles.picture}
      data-shape={shape}
      src={FILES[`../scenes/${of}.svg`]}
      width={1200}
      height={800}
      alt={alt}
      loading={lazy ? 'lazy' : undefined}
      fetchPriority="low"
    />
  </div>
);
