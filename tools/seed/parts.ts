/**
 * Parts of the statements of the seed. What differs between rows follows from the seed and the number of the row, or from the
 * id of the row, so that the same options make the same rows.
 */
import { PLANS } from '@lampstand/contracts';

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

export const arrayOf = (values: readonly string[]) => `(ARRAY[${values.map(quoted).join(', ')}])`;

/** A number in [0, 1), the same for the same purpose and number `by`. */
export const chance = (purpose: string, by: string) =>
  `((hashtextextended('${purpose} ' || ${by}, seed) & 16777215) / 16777216.0::float8)`;

/** One of the values, each as frequent as the others. With `skew` above 1, the first ones are more frequent. */
export const pick = (values: readonly string[], purpose: string, by: string, skew = 1) =>
  `${arrayOf(values)}[1 + floor(${values.length} * ${chance(purpose, by)} ^ ${skew})::int]`;

/** The value or, with the probability left, the empty text. */
export const often = (probability: number, value: string, purpose: string, by: string) =>
  `CASE WHEN ${chance(`${purpose} given`, by)} < ${probability} THEN ${value} ELSE '' END`;

/** @param shares of the names, which sum to 1 */
export function pickShare(shares: Record<string, number>, purpose: string, by: string) {
  const names = Object.keys(shares);
  const bounds = names.map((_, at) =>
    Object.values(shares)
      .slice(0, at)
      .reduce((sum, share) => sum + share, 0),
  );
  return `${arrayOf(names)}[width_bucket(${chance(purpose, by)}, ARRAY[${bounds.join(', ')}]::float8[])]`;
}

/** Columns that later ones and the conditions refer to. Each is calculated once for a row. */
export const layer = (columns: Record<string, string>) =>
  `LATERAL (SELECT ${Object.entries(columns)
    .map(([name, value]) => `${value} AS ${name}`)
    .join(', ')} OFFSET 0) AS with_${Object.keys(columns)[0]}`;

/**
 * The statement that fills the table `staged`, which is like `table` and dropped at commit. Its parameters are the end of the
 * seeded time, the seed, the number of all rows, and the first and the last number `n` of the rows of this batch.
 */
export const stage = (table: string, layers: string[], columns: Record<string, string>) => [
  `CREATE TEMP TABLE staged (LIKE ${table} INCLUDING DEFAULTS) ON COMMIT DROP`,
  `INSERT INTO staged (${Object.keys(columns).join(', ')}) SELECT ${Object.values(columns).join(',\n')}
     FROM (SELECT $1::timestamptz AS until, $2::bigint AS seed, $3::bigint AS count) AS plan,
          generate_series($4::bigint, $5::bigint) AS n, ${layers.join(',\n')}`,
];

/** Of a list, the value that the id of the row chooses. */
export const oneOf = (values: readonly string[]) => `${arrayOf(values)}[1 + id / 11 % ${values.length}]`;

/** The amount of the plan in cents. */
export const amountOf = (plan: string) =>
  `CASE ${plan} ${PLANS.map(({ id, amountInCents }) => `WHEN '${id}' THEN ${amountInCents}`).join(' ')} END`;

/** The account of a seeded member of staff: one of those with the role, chosen by `number`. */
export const staffNo = (role: 'administrator' | 'support', number: string) =>
  `(SELECT ids[1 + ${number} % cardinality(ids)] FROM (SELECT array_agg(id ORDER BY id) AS ids FROM staff_accounts
     WHERE email LIKE '%@seed.example' AND role = '${role}') AS seeded)`;

/**
 * Stores mails without a copy, because only a server has the key that encrypts one.
 * @param selected columns key, subject and time, and where they are from
 */
export const mails = (selected: string) => `
  INSERT INTO sent_mails (key, subject_id, message_id, outcome, settled_at)
  SELECT key, subject, '<' || replace(key, ':', '.') || '@seed.example>', CASE WHEN subject % 211 = 3 THEN 'bounced' ELSE 'sent' END, least(at, $1::timestamptz)
    FROM (SELECT ${selected}) AS mails (key, subject, at) ON CONFLICT DO NOTHING`;
