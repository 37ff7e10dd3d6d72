import styles from './people-scene.module.css';

/** People drawn by `tools/art/draw-people.mjs`. A photograph of the same name can replace the file. */
export const PeopleScene = ({ of, lazy = false }: { of: string; lazy?: boolean }) => (
  <img
    className={styles.scene}
    src={`/art/scenes/${of}.svg`}
    width={640}
    height={420}
    alt=""
    loading={lazy ? 'lazy' : undefined}
  />
);
