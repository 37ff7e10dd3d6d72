/** I8: what must hold of the mails sent. The list of kinds is `MAIL_KINDS`; the type requires a rule for each. */
import { MAIL_KINDS, mailKindOf } from '@lampstand/contracts';
import { rowsOf } from './providers.mjs';

/**
 * @typedef {import('./providers.mjs').Row} Row
 * @typedef {import('./providers.mjs').World} World
 * @typedef {import('@lampstand/contracts').MailKindName} MailKindName
 * @typedef {Row & { kind: MailKindName, fact: string[] }} Mail `fact` is the key after the kind
 */

/** @param {World} world @param {boolean} copiesOfMails @returns {string[]} */
export function wrongMails(world, copiesOfMails) {
  const mails = rowsOf(world.ledger, 'mails').flatMap(asListed);
  return [
    ...unlisted(world),
    ...wrongWelcomes(world, copiesOfMails),
    ...sentTwice(mails, copiesOfMails),
    ...misdirected(mails, world),
    ...mails.flatMap((mail) =>
      RULES[mail.kind](mail, world).map((why) => `I8 ${mail.kind} of ${mail.fact.join(':')}: ${why}`),
    ),
  ];
}

/** The local part of a Message-ID is the key, with dots. @param {Row} mail */
const localPart = ({ messageId }) => /^<(.*)@/.exec(messageId)?.[1] ?? String(messageId);

/** @param {Row} mail @returns {Mail[]} */
function asListed(mail) {
  const local = localPart(mail);
  const kind = mailKindOf(local);
  return kind ? [{ ...mail, kind, fact: local.split('.').slice(1) }] : [];
}

/** Each mail and each key is of a listed kind and has its parts. @param {World} world */
function unlisted({ ledger, sentMails }) {
  const keys = [...rowsOf(ledger, 'mails').map(localPart), ...sentMails.map(({ key }) => String(key))];
  const wrong = keys.filter((key) => {
    const kind = mailKindOf(key);
    return !kind || key.split(/[:.]/).length !== 1 + MAIL_KINDS[kind].oncePer.length;
  });
  return [...new Set(wrong)].map((key) => `I8 a mail of no listed kind: ${key}`);
}

/** Compares receipts and invoices by subject, to find a second key for the same fact, too. @param {Mail[]} mails @param {boolean} copiesOfMails */
function sentTwice(mails, copiesOfMails) {
  /** @type {Map<string, string[]>} */
  const sent = new Map();
  for (const { to, kind, fact, subject, messageId } of mails) {
    const about = kind === 'receipt' || kind === 'invoice' ? subject : fact.join(':');
    const key = `${kind} of ${about} to ${to}`;
    sent.set(key, [...(sent.get(key) ?? []), messageId]);
  }
  return [...sent]
    .filter(([, ids]) => (copiesOfMails ? new Set(ids).size : ids.length) > 1)
    .map(([key, ids]) => `I8 ${key} went out ${ids.length} times`);
}

/** A mail to a customer goes to the address of the account. An erased account has none. @param {Mail[]} mails @param {World} world */
function misdirected(mails, { users, sentMails }) {
  const accounts = new Map(users.map((each) => [each.trial_id, each.email_key]));
  const trials = new Map(sentMails.map(({ message_id, subject_id }) => [message_id, subject_id]));
  return mails
    .filter(({ kind, messageId, to }) => {
      const address = accounts.get(trials.get(messageId));
      return (
        MAIL_KINDS[kind].to === 'customer' && address && !address.startsWith('erased-') && address !== to.toLowerCase()
      );
    })
    .map(({ kind, messageId }) => `I8 ${kind} ${messageId} went to an address that is not the account's`);
}

/** @typedef {(mail: Mail, world: World) => string[]} Rule what is wrong with a mail, besides copies and address */

/** @type {Rule} */
const noRule = () => [];

/** @type {Rule} */
const ofInvoice = ({ kind, fact: [id] }, { ledger }) => {
  const invoice = rowsOf(ledger, 'invoices').find((each) => each.id === id);
  if (!invoice) return ['there is no such invoice'];
  if (invoice.total === 0) return ['its amount is 0'];
  return kind === 'receipt' && !(invoice.status === 'paid' && invoice.amount_paid > 0)
    ? ['its invoice is not paid']
    : [];
};

/** @type {Record<MailKindName, Rule>} */
const RULES = {
  'signup-saved': noRule,
  reminder: noRule,
  resume: noRule,
  'payment-link': noRule,
  'card-needed': noRule,
  // `wrongWelcomes`: one for each account.
  welcome: noRule,
  // `database.mjs`, where a jump of the clock does not matter: none after a cancellation or the end.
  'trial-notice-7': noRule,
  'trial-notice-1': noRule,
  'plan-cancelled': noRule,
  'plan-kept': noRule,
  'plan-changed': noRule,
  'card-changed': noRule,
  'subscription-ended': ({ fact: [trial] }, { subscriptions }) =>
    subscriptions.some(({ id, state }) => id === trial && state === 'canceled') ? [] : ['it has not ended'],
  'plan-link': noRule,
  'upgrade-request': noRule,
  invoice: ofInvoice,
  receipt: ofInvoice,
  'payment-failed': ofInvoice,
  'application-received': noRule,
  'application-decision': noRule,
  'trial-request-received': noRule,
  'trial-request-for-staff': noRule,
  'newsletter-asked': noRule,
  'newsletter-welcome': noRule,
};

/**
 * Each open account has exactly one welcome mail, and only accounts have one.
 * @param {World} world @param {boolean} copiesOfMails @returns {string[]}
 */
function wrongWelcomes({ ledger, users, sentMails }, copiesOfMails) {
  /** @type {Map<string, Row[]>} */
  const welcomes = new Map();
  for (const mail of rowsOf(ledger, 'mails').filter(({ subject }) => subject.startsWith('Welcome to')))
    welcomes.set(mail.to, [...(welcomes.get(mail.to) ?? []), mail]);
  const bounced = new Set(
    sentMails
      .filter(({ key, outcome }) => mailKindOf(key) === 'welcome' && outcome === 'bounced')
      .map(({ subject_id }) => subject_id),
  );
  const active = users.filter(({ status }) => status === 'active');
  const members = new Set(users.filter(({ status }) => status !== 'opening').map(({ email_key }) => email_key));
  // An erased account has no address left; its mail is known by the id of the sign-up.
  const erased = new Set(
    users.filter(({ email_key, trial_id }) => email_key === `erased-${trial_id}`).map(({ trial_id }) => trial_id),
  );
  const wrong = active.filter(({ email_key, trial_id }) => {
    const mails = welcomes.get(email_key) ?? [];
    const ids = new Set(mails.map(({ messageId }) => messageId));
    if (bounced.has(trial_id)) return mails.length > 0;
    return ids.size !== 1 || (mails.length > 1 && !copiesOfMails);
  });
  return [
    ...wrong.map(
      ({ email_key, id }) =>
        `I8 account ${id} has ${welcomes.get(email_key)?.length ?? 0} welcome mails instead of one`,
    ),
    ...[...welcomes]
      .filter(
        ([to, mails]) => !members.has(to) && !mails.every(({ messageId }) => erased.has(welcomedTrial(messageId))),
      )
      .map(([to]) => `I8 a welcome mail without an account: ${to}`),
  ];
}

/** @param {string} messageId */
const welcomedTrial = (messageId) => /^<welcome\.(\d+)@/.exec(messageId)?.[1];
