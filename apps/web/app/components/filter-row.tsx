import styles from './filter-row.module.css';

interface Choice {
  href: string;
  label: string;
  /** How many entries it shows. */
  count?: number;
  isCurrent: boolean;
}

/** The views of a list, each at an address of its own. */
export const FilterRow = ({ label, choices }: { label: string; choices: readonly Choice[] }) => (
  <nav className={styles.row} aria-label={label}>
    <ul>
      {choices.map(({ href, label: name, count, isCurrent }) => (
        <li key={href}>
          <a href={href} aria-current={isCurrent ? 'page' : undefined}>
            {name}
            {count !== undefined && (
              <>
                {' '}
                <span className={styles.count}>{count}</span>
              </>
            )}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
