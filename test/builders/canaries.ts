/** Records whose personal values occur nowhere else, and what a role that sees people masked must not read of them. */
import { randomInt } from 'node:crypto';
import { eventually, type Stack } from '../support/index.ts';
import { aKey, anApplication, anEmail, aPhone } from './forms.ts';
import { anAgent } from './staff.ts';
import { aStoredApplication, aStoredReader, aStoredRequest, aTrial, undoEnds } from './stored-rows.ts';
import { aVisitor } from './visitor.ts';

export interface Canaries {
  /** The last name of all of them, which every role reads. */
  name: string;
  /** A member, a sign-up that waits for its card, and one that waits for its account. */
  signups: number[];
  /** An open application, one with a decision that can be undone, and one with a decision that was mailed. */
  applications: number[];
  request: number;
  reader: number;
}

/**
 * The tables about people with the column by which a row belongs to a record, and the columns of words that every role reads or
 * that identify no one. All others are hidden: a masked role reads them masked or not at all.
 */
const OF_PEOPLE: Record<string, { record: string; read: string }> = {
  trial_signups: {
    record: 'id',
    read:
      'card card_declined_with checkout_session_id church_city church_name church_size church_software church_state ' +
      'erasure_records first_name gender how_heard_about invoice_declined_with last_name ministry_name payment_method_id position ' +
      'selected_plan setup_intent_id state stripe_customer_id',
  },
  users: { record: 'trial_id', read: 'first_name gender last_name position status stripe_customer_id' },
  subscriptions: {
    record: 'id',
    read: 'card customer_id next_charge pause payment_method_id plan price_id state stripe_id',
  },
  consents: { record: 'trial_id', read: 'card form_id plan setup_intent_id text version' },
  payments: { record: 'subscription_id', read: 'card declined_with dispute id lines number plan status' },
  trial_corrections: { record: 'trial_id', read: 'field proven_by' },
  phone_verifications: { record: 'subject_id', read: 'delivery lane provider_id status' },
  ambassador_applications: {
    record: 'id',
    read:
      'church_city church_name church_size church_state first_name last_name pending_decision position state ' +
      'years_in_ministry',
  },
  trial_requests: {
    record: 'id',
    read:
      'changed_tx church_city church_name church_size church_state first_name last_name position state ' +
      'years_in_ministry',
  },
  newsletter_subscriptions: { record: 'id', read: 'changed_tx state' },
};

interface HiddenColumn {
  table: string;
  record: string;
  column: string;
  isArray: boolean;
}

/** The hidden columns of the schema, so that a new column is one until it is named above. */
async function hiddenColumns(stack: Stack): Promise<HiddenColumn[]> {
  const rows = await stack.query(
    `SELECT table_name AS table, column_name AS column, data_type = 'ARRAY' AS "isArray" FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = ANY ($1)
        AND data_type IN ('text', 'character varying', 'jsonb', 'ARRAY', 'date', 'inet') ORDER BY 1, 2`,
    [Object.keys(OF_PEOPLE)],
  );
  return rows.flatMap(({ table, column, isArray }) => {
    const { record, read } = OF_PEOPLE[table]!;
    return read.split(' ').includes(column) ? [] : [{ table, record, column, isArray }];
  });
}

/** Parts of links, sessions, provider objects and passwords. */
const SECRETS = [/_secret_[A-Za-z0-9]/, /token=[\w.-]/, /\$argon2/, /\b[sr]k_(test|live)_/, /\bwhsec_/];

const words = () => `My words are ${aKey()}.`;

/** A member, sign-ups, applications, a request and a reader, with every hidden column filled. */
export async function canaries(stack: Stack): Promise<Canaries> {
  const name = `Canary${aKey().slice(0, 8)}`;
  const person = () => ({ lastName: name, email: anEmail(`c${aKey()}`), phone: aPhone() });
  const pastor = () => ({ ...person(), message: words(), birthdate: `19${randomInt(50, 70)}-02-${randomInt(10, 28)}` });
  const applicant = () => ({ ...person(), whyInterested: words() });

  const visitor = await aVisitor(stack, pastor()).provesPhone();
  await visitor.agreesAndSavesCard();
  await visitor.opensAccount();
  const member = visitor.id;
  const support = await anAgent(stack);
  const waits = await aTrial(stack, { state: 'billingInformation', pastor: pastor() });
  await support.runs(waits.id, 'correct-email', { email: anEmail(`c${aKey()}`) });
  const opening = await aTrial(stack, { state: 'openingAccount', pastor: pastor() });
  await support.runs(member, 'correct-email', { email: anEmail(`c${aKey()}`) });
  await support.runs(member, 'correct-phone', { phone: aPhone() });
  await stack.query(
    `UPDATE trial_signups SET card_fingerprint = $2, idempotency_key = $3, idempotency_browser = $4, idempotency_body = $5 WHERE id = $1`,
    [member, aKey(), aKey(), aKey(), aKey()],
  );
  await stack.query(`UPDATE phone_verifications SET last_try = $2, delivery = 'delivered' WHERE subject_id = $1`, [
    member,
    aKey(),
  ]);
  await stack.query(`UPDATE users SET receipts_email = $2, receipts_email_at = now() WHERE trial_id = $1`, [
    member,
    anEmail(`c${aKey()}`),
  ]);
  await stack.query(`UPDATE consents SET address = '203.0.113.78' WHERE trial_id = $1`, [member]);
  await stack.query(
    `INSERT INTO payments (id, subscription_id, number, status, plan, amount_in_cents, paid_in_cents, attempts, period_from,
                           period_to, hosted_url, pdf_url, created_at)
     SELECT 'in_' || $2, id, 'CANARY-1', 'open', plan, 4900, 0, 1, created_at, created_at, 'https://invoice.example/' || $2,
            'https://invoice.example/pdf/' || $2, created_at FROM subscriptions WHERE id = $1`,
    [member, aKey()],
  );

  const applications = [];
  for (let count = 3; count > 0; count -= 1)
    applications.push((await aStoredApplication(stack, { given: applicant() })).id);
  const administrator = await anAgent(stack, 'administrator');
  for (const id of applications.slice(1))
    await administrator.post(`admin/ambassadors/${id}/decline`, { words: words() });
  await stack.query(`UPDATE ambassador_applications SET pending_until = now() + interval '1 year' WHERE id = $1`, [
    applications[1],
  ]);
  await undoEnds(stack, applications[2]!);
  const [request, reader] = [randomInt(2 ** 40), randomInt(2 ** 40)];
  await aStoredRequest(stack, { ...anApplication(applicant()), id: request });
  await aStoredReader(stack, { id: reader, email: anEmail(`c${aKey()}`) });
  const made = { name, signups: [member, waits.id, opening.id], applications, request, reader };
  await eventually(async () => {
    const keys = (await mailKeysOf(stack, made)).join();
    return ['welcome', 'email-confirmation', 'application-decision'].every((kind) => keys.includes(kind));
  });
  return made;
}

const idsOf = ({ signups, applications, request, reader }: Canaries) => [...signups, ...applications, request, reader];

/** The keys of the mails about them that can be read. */
export async function mailKeysOf(stack: Stack, made: Canaries): Promise<string[]> {
  const rows = await stack.query(
    'SELECT key FROM sent_mails WHERE subject_id = ANY ($1) AND copy IS NOT NULL AND settled_at IS NOT NULL ORDER BY key',
    [idsOf(made)],
  );
  return rows.map(({ key }) => key);
}

interface HiddenValue {
  /** Such as `users.phone`. */
  column: string;
  pattern: RegExp;
}

/** What is hidden of these records now, as it may be written. Throws if a hidden column has no value. */
export async function hiddenValuesOf(stack: Stack, made: Canaries): Promise<HiddenValue[]> {
  const values: HiddenValue[] = SECRETS.map((pattern) => ({ column: 'a secret', pattern }));
  for (const { table, record, column, isArray } of await hiddenColumns(stack)) {
    const rows = await stack.query(
      `SELECT ${isArray ? `${column}[1]` : column}::text AS text FROM ${table} WHERE ${record} = ANY ($1)`,
      [idsOf(made)],
    );
    const texts = new Set(rows.map(({ text }) => text).filter(Boolean) as string[]);
    if (!texts.size) throw new Error(`No record has a value in ${table}.${column}`);
    for (const text of texts) values.push({ column: `${table}.${column}`, pattern: written(text) });
  }
  return values;
}

/** The text in any case; a phone and a birthdate in any notation; of an email the part before the domain is enough. */
export function written(text: string): RegExp {
  const [, area, exchange, line] = /^(\d{3})(\d{3})(\d{4})$/.exec(text) ?? [];
  if (area) return new RegExp(`(?<![\\d.])(?:${area}\\D{0,2})?${exchange}\\D{0,2}${line}(?!\\d)`);
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year)
    return new RegExp(
      `${year}-${month}-${day}|${Number(month)}/${Number(day)}/${year}|February ${Number(day)}, ${year}`,
    );
  const [start = ''] = text.replace(/\/\d+$/, '').split('@');
  return new RegExp(start.replaceAll(/[.+?*^$()[\]{}|\\]/g, '\\$&'), 'i');
}
