/** What the database holds, for tests whose subject is a stored fact: immutability, constraints, erasure, secrets at rest. */
import { readFile } from 'node:fs/promises';
import { eventually, type Stack } from '../support/index.ts';

type Row = Record<string, any>;

/** The rows of a table in which the named columns have these values. */
function rowsOf(stack: Stack, table: string, where: Row = {}, order = 'id'): Promise<any[]> {
  const given = Object.entries(where).filter(([, value]) => value !== undefined);
  const conditions = given.map(([name], index) => ` AND ${name} = $${index + 1}`).join('');
  const values = given.map(([, value]) => value);
  return stack.query(`SELECT * FROM ${table} WHERE true${conditions} ORDER BY ${order}`, values);
}

const rowOf = async (...args: Parameters<typeof rowsOf>): Promise<any> => (await rowsOf(...args))[0];

/** The paths of the stored assets, and how many releases have them. */
export async function storedAssets(stack: Stack): Promise<{ paths: string[]; releases: number }> {
  const assets = await rowsOf(stack, 'site_assets', {}, 'path COLLATE "C"');
  return { paths: assets.map(({ path }) => path), releases: (await rowsOf(stack, 'site_releases')).length };
}

/** The current row of a sign-up. */
export const storedTrial = (stack: Stack, id: number): Promise<Row> => rowOf(stack, 'trial_signups', { id });

/** The same with the values that JSON has for them, such as a date without a time. */
export const trialAsJson = async (stack: Stack, id: number): Promise<Row> =>
  (await stack.query('SELECT to_jsonb(t) AS row FROM trial_signups t WHERE id = $1', [id]))[0].row;

/** The sign-ups with an email address or a phone as it is stored. */
export const storedTrials = (stack: Stack, where: { email?: string; phone?: string } = {}) =>
  rowsOf(stack, 'trial_signups', where);

export const countOfTrials = async (stack: Stack): Promise<number> =>
  (await stack.query('SELECT count(*)::int AS count FROM trial_signups'))[0].count;

/** The account of a sign-up, if there is one. */
export const storedAccount = (stack: Stack, trialId: number): Promise<Row | undefined> =>
  rowOf(stack, 'users', { trial_id: trialId });

export const storedSubscription = (stack: Stack, id: number): Promise<Row> => rowOf(stack, 'subscriptions', { id });

/** The payments of a subscription, newest first. */
export const paymentsOf = (stack: Stack, id: number) =>
  rowsOf(stack, 'payments', { subscription_id: id }, 'created_at DESC');

export const closedMonthsOf = (stack: Stack, id: number) =>
  rowsOf(stack, 'closed_months', { subscription_id: id }, 'month');

/** The journal of all subscriptions, each in its order, with the month of each row in the time zone. */
export const journalOfSubscriptions = (stack: Stack, zone: string): Promise<Row[]> =>
  stack.query(
    `SELECT *, to_char(at AT TIME ZONE $1, 'YYYY-MM') AS month FROM workflow_journal WHERE flow = 'subscription-life' ORDER BY subject_id, id`,
    [zone],
  );

export const storedPrice = (stack: Stack, id: string): Promise<Row> => rowOf(stack, 'prices', { id });

/** The prices of a plan that are sold. */
export const soldPrices = (stack: Stack, tier: string) => rowsOf(stack, 'prices', { tier, sold: true });

export const storedApplication = (stack: Stack, id: number): Promise<Row> =>
  rowOf(stack, 'ambassador_applications', { id });

/** Which of these records a person still has: applications that are not blanked, requests and subscriptions. */
export async function stillStored(stack: Stack, ids: number[]): Promise<number[]> {
  const rows = await stack.query(
    `SELECT id::float8 AS id FROM ambassador_applications WHERE id = ANY ($1) AND email <> ''
     UNION SELECT id FROM trial_requests WHERE id = ANY ($1) UNION SELECT id FROM newsletter_subscriptions WHERE id = ANY ($1)`,
    [ids],
  );
  return ids.filter((id) => rows.some((row) => row.id === id));
}

/** The applications from an email address, or of a church from the oldest on. */
export const storedApplications = (stack: Stack, { email, church }: { email?: string; church?: string } = {}) =>
  rowsOf(stack, 'ambassador_applications', { email, church_name: church }, 'created_at');

export const storedRequests = (stack: Stack, email?: string) => rowsOf(stack, 'trial_requests', { email });

export const storedAnswers = (stack: Stack) => rowsOf(stack, 'trial_request_answers');

/** The subscriptions to the newsletter of an address in any case. */
export const storedReaders = (stack: Stack, email: string) =>
  rowsOf(stack, 'newsletter_subscriptions', { 'lower(email)': email.toLowerCase() });

/** The notes of staff about anyone. */
export const storedNotes = (stack: Stack) => rowsOf(stack, 'staff_notes');

export const consentsOf = (stack: Stack, trialId: number) => rowsOf(stack, 'consents', { trial_id: trialId });

/** The values that corrections of a sign-up have replaced. */
export const correctionsOf = (stack: Stack, trialId: number) =>
  rowsOf(stack, 'trial_corrections', { trial_id: trialId });

/** The verifications of phones, one for each code that was asked for. */
export const verificationsOf = (stack: Stack, id: number) => rowsOf(stack, 'phone_verifications', { subject_id: id });

/** What is noted of the mails about a record, or of all. */
export const sentMailsOf = (stack: Stack, id?: number) => rowsOf(stack, 'sent_mails', { subject_id: id }, 'key');

export const webhookEvents = (stack: Stack, id: string) => rowsOf(stack, 'stripe_events', { id });

export const queueItemsOf = (stack: Stack, id: number) => rowsOf(stack, 'queue_items', { subject_id: id }, 'kind');

/** Events and notes of a record with all their columns, in order. */
export const journalRowsOf = (stack: Stack, id: number) => rowsOf(stack, 'workflow_journal', { subject_id: id });

/** The last event of a sign-up or an application, as "support: phoneVerification email.corrected phoneVerification". */
export async function lastEventOf(stack: Stack, id: number): Promise<string> {
  const rows = await journalRowsOf(stack, id);
  const row = rows.findLast(({ flow, event }) => event && flow !== 'subscription-life');
  return `${row.actor}: ${row.from_state} ${row.event} ${row.to_state}`;
}

/** Events and notes of a sign-up or an application in order; a subscription's are in `lifeOf`. */
export async function journalOf(stack: Stack, id: number): Promise<{ events: string[]; notes: string[] }> {
  const rows = (await journalRowsOf(stack, id)).filter(
    ({ flow, note, detail }) =>
      flow !== 'subscription-life' && (note !== 'mail sent' || detail.mail !== 'signup-saved'),
  );
  return {
    events: rows.filter(({ event }) => event).map(({ event }) => event),
    notes: rows.filter(({ note }) => note).map(({ note }) => note),
  };
}

/** The entries of the audit log in order: all, or those by an account, about a subject, of an action or of a request. */
export const auditEntries = (
  stack: Stack,
  { by, about, action, request }: { by?: number; about?: string; action?: string; request?: string | null } = {},
) => rowsOf(stack, 'audit_log', { account_id: by, subject: about, action, request_id: request });

/** The account of a member of staff, if there is one. */
export const storedStaff = (stack: Stack, email: string): Promise<Row | undefined> =>
  rowOf(stack, 'staff_accounts', { email });

export const sessionsOf = (stack: Stack, accountId: number) =>
  rowsOf(stack, 'staff_sessions', { account_id: accountId }, 'created_at');

export const passkeyChallengesOf = (stack: Stack, accountId: number) =>
  rowsOf(stack, 'staff_passkey_challenges', { account_id: accountId }, 'expires_at');

/** The mail of a kind about a record, once its words are kept. */
export const keptMail = (stack: Stack, id: number, kind: string): Promise<Row> =>
  eventually(async () =>
    (await sentMailsOf(stack, id)).find(({ key, copy }) => copy && (key as string).startsWith(kind)),
  );

/** The number of rows of each table, and a hash of what they hold. */
export async function contentsOfTables(
  stack: Stack,
  { without }: { without: string[] },
): Promise<{ name: string; count: string; md5: string }[]> {
  const tables = await stack.query(
    `SELECT relname AS name FROM pg_stat_user_tables WHERE schemaname = 'public' AND relname <> ALL ($1) ORDER BY 1`,
    [without],
  );
  const hashes = tables.map(
    ({ name }: Row) =>
      `SELECT '${name}' AS name, count(*), md5(string_agg(row::text, ',' ORDER BY row::text)) FROM "${name}" AS row`,
  );
  return stack.query(hashes.join(' UNION ALL '));
}

/** What PostgreSQL has written into its log. */
export async function databaseLog(stack: Stack): Promise<string> {
  const [setting] = await stack.query('SHOW data_directory');
  return readFile(`${setting!['data_directory']}.log`, 'utf8');
}

const SHOWN = `SELECT DISTINCT ON (note, detail->>'code', detail->>'state', event, to_state) subject_id FROM workflow_journal
  ORDER BY note, detail->>'code', detail->>'state', event, to_state, subject_id`;
const MAILED = `SELECT DISTINCT ON (split_part(key, ':', 1), outcome) subject_id FROM sent_mails
  ORDER BY split_part(key, ':', 1), outcome, subject_id`;

/** Records whose pages together show each state, event, note, reason and mail that is stored. */
export async function oneOfEachEntry(stack: Stack): Promise<Record<'signups' | 'applications' | 'requests', number[]>> {
  const idsOf = async (sql: string) => (await stack.query(sql)).map(({ id }) => Number(id));
  return {
    signups: await idsOf(`SELECT id FROM trial_signups WHERE id IN (${SHOWN}) OR id IN (${MAILED}) ORDER BY id`),
    applications: await idsOf(`SELECT id FROM ambassador_applications WHERE id IN (${SHOWN}) ORDER BY id`),
    requests: await idsOf(
      'SELECT DISTINCT ON (state, owner_id IS NULL) id FROM trial_requests ORDER BY state, owner_id IS NULL, id',
    ),
  };
}
