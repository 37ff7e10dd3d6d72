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

/** Columns that a masked role reads masked or not at all, and the column by which the row belongs to a record. */
const HIDDEN: [table: string, record: string, columns: string[]][] = [
  ['trial_signups', 'id', ['email', 'phone', 'birthdate', 'message', 'card_fingerprint', 'idempotency_key']],
  ['users', 'trial_id', ['email', 'phone', 'birthdate', 'new_email', 'new_phone']],
  ['consents', 'trial_id', ['address']],
  ['payments', 'subscription_id', ['hosted_url', 'pdf_url']],
  ['trial_corrections', 'trial_id', ['previous']],
  ['phone_verifications', 'subject_id', ['phone']],
  ['ambassador_applications', 'id', ['email', 'phone', 'why_interested', 'decision_words', 'repeat_key']],
  ['trial_requests', 'id', ['email', 'phone', 'why_interested', 'repeat_key']],
  ['newsletter_subscriptions', 'id', ['email']],
];

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
  await stack.query(`UPDATE trial_signups SET card_fingerprint = $2, idempotency_key = $3 WHERE id = $1`, [
    member,
    aKey(),
    aKey(),
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
  for (const [table, record, columns] of HIDDEN) {
    const rows = await stack.query(
      `SELECT ${columns.map((name) => `${name}::text`).join()} FROM ${table} WHERE ${record} = ANY ($1)`,
      [idsOf(made)],
    );
    for (const column of columns) {
      const texts = new Set(rows.map((row) => row[column]).filter(Boolean) as string[]);
      if (!texts.size) throw new Error(`No record has a value in ${table}.${column}`);
      for (const text of texts) values.push({ column: `${table}.${column}`, pattern: written(text) });
    }
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
