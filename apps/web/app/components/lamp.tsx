import styles from './lamp.module.css';

interface Props {
  size?: number;
  lit?: boolean;
  flickers?: boolean;
  className?: string | undefined;
}

/** The product's mark. Unlit, it is an outline. */
export function Lamp({ size = 34, lit = true, flickers = false, className = '' }: Props) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 40 40"
      fill="none"
      aria-hidden="true"
      className={`${lit ? styles.lit : ''} ${flickers ? styles.flickers : ''} ${className}`}
    >
      <path className={styles.flame} d="M20 2.5c5 5.4 7.4 8.9 7.4 12.7a7.4 7.4 0 0 1-14.8 0c0-3.8 2.4-7.3 7.4-12.7z" />
      <path className={styles.wick} d="M20 10.5c2.2 2.6 3.3 4.3 3.3 6a3.3 3.3 0 0 1-6.6 0c0-1.7 1.1-3.4 3.3-6z" />
      <path className={styles.stand} d="M7.5 26.5h25M12 27a8 8 0 0 0 16 0M14 38h12" />
    </svg>
  );
}
