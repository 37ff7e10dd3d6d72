import styles from './sample.module.css';

/** Marks a claim that is still to be replaced by the owner's own; see `owner-claims.ts` of the contracts. */
export const Sample = () => <span className={styles.sample}>Sample</span>;
