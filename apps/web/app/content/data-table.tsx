import { DATA_KINDS } from './data-kinds.ts';
import styles from './data-table.module.css';

const COLUMNS = [
  ['student', 'The student'],
  ['group', 'Their group'],
  ['leaders', 'Leaders'],
  ['company', 'Company'],
  ['kept', 'Kept'],
] as const;

/** Kind of data by who sees it, which company handles it, and how long it is kept. Where it is narrow each kind is a list. */
export const DataTable = () => (
  <div className={styles.kinds}>
    <table className={styles.table}>
      <thead className={styles.heads}>
        <tr>
          <th scope="col" className={`${styles.what} ${styles.head}`}>
            What
          </th>
          {COLUMNS.map(([key, name]) => (
            <th key={key} scope="col" className={`${styles.cell} ${styles.head}`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={styles.rows}>
        {DATA_KINDS.map(({ what, ...kind }) => (
          <tr key={what} className={styles.kind}>
            <th scope="row" className={styles.what}>
              {what}
            </th>
            {COLUMNS.map(([key, name]) => (
              <td key={key} className={styles.cell}>
                <span className={styles.name}>{name} </span>
                <span>{kind[key]}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** What leaders see and what they do not see, for parents. */
export const LeadersSee = () => (
  <ul>
    {DATA_KINDS.filter(({ student }) => student !== 'No').map(({ what, leaders }) => (
      <li key={what}>
        {what}: <strong>{leaders}</strong>
      </li>
    ))}
  </ul>
);
