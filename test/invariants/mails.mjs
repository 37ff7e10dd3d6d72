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
  const mails = rowsOf(world.records, 'mails').flatMap(asListed);
  return [
    ...unlisted(world),
    ...wrongWelcomes(mails, world, copiesOfMails),
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
function unlisted({ records, sentMails }) {
  const keys = [...rowsOf(records, 'mails').map(localPart), ...sentMails.map(({ key }) => String(key))];
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

/**
 * A mail to a customer goes to the address of the account, or to a former one. An erased account has none.
 * @param {Mail[]} mails @param {World} world
 */
function misdirected(mails, { users, corrections, sentMails }) {
  const accounts = new Map(users.map((each) => [each.trial_id, each.email_key]));
  const former = new Set(corrections.map(({ trial_id, previous }) => `${trial_id} ${previous.toLowerCase()}`));
  const trials = new Map(sentMails.map(({ message_id, subject_id }) => [message_id, subject_id]));
  return mails
    .filter(({ kind, messageId, to }) => {
      const trial = trials.get(messageId);
      const address = accounts.get(trial);
      if (MAIL_KINDS[kind].to !== 'customer' || !address || address.startsWith('erased-')) return false;
      return address !== to.toLowerCase() && !former.has(`${trial} ${to.toLowerCase()}`);
    })
    .map(({ kind, messageId }) => `I8 ${kind} ${messageId} went to an address that is not the account's`);
}

/** @typedef {(mail: Mail, world: World) => string[]} Rule what is wrong with a mail, besides copies and address */

/** @type {Rule} */
const noRule = () => [];

/** @type {Rule} */
const ofInvoice = ({ kind, fact: [id] }, { records }) => {
  const invoice = rowsOf(records, 'invoices').find((each) => each.id === id);
  if (!invoice) return ['there is no such invoice'];
  if (invoice.total === 0) return ['its amount is 0'];
  return /receipt|refund/.test(kind) && !(invoice.status === 'paid' && invoice.amount_paid > 0)
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
  'welcome-again': noRule,
  'email-confirmation': noRule,
  'email-notice': noRule,
  'email-changed': noRule,
  'email-taken': noRule,
  'phone-confirmation': noRule,
  // `database.mjs`, where a jump of the clock does not matter: none after a cancellation or the end.
  'trial-notice-7': noRule,
  'trial-notice-1': noRule,
  'plan-cancelled': noRule,
  'plan-kept': noRule,
  'plan-changed': noRule,
  'price-changed': noRule,
  'trial-moved': noRule,
  'card-removed': noRule,
  'card-expiring': noRule,
  'card-changed': noRule,
  'subscription-ended': ({ fact: [, id] }, { records }) =>
    rowsOf(records, 'subscriptions').some((each) => each.id === id && each.ended_at) ? [] : ['it has not ended'],
  reactivated: ({ fact: [trial, id] }, { records }) => {
    const own = rowsOf(records, 'subscriptions').filter(({ metadata }) => metadata.trial_id === trial);
    return own.some((each) => each.id === id) && own.length > 1 ? [] : ['there was none before'];
  },
  'plan-link': noRule,
  'upgrade-request': noRule,
  invoice: ofInvoice,
  receipt: ofInvoice,
  'receipt-copy': ofInvoice,
  'receipts-confirmation': noRule,
  'treasurer-invoice': ofInvoice,
  'treasurer-receipt': ofInvoice,
  'treasurer-refund': ofInvoice,
  'payment-failed': ofInvoice,
  refund: ofInvoice,
  'application-received': noRule,
  'application-decision': noRule,
  'trial-request-received': noRule,
  'trial-request-for-staff': noRule,
  'trial-request-answer': noRule,
  'sent-again': noRule,
  'staff-password-link': noRule,
  'staff-notice': noRule,
  'erasure-requested': noRule,
  'newsletter-requested': noRule,
  'newsletter-welcome': noRule,
};

/**
 * Each open account has exactly one welcome mail, and only accounts have one.
 * @param {Mail[]} mails @param {World} world @param {boolean} copiesOfMails @returns {string[]}
 */
function wrongWelcomes(mails, { users, sentMails }, copiesOfMails) {
  /** @type {Map<string, string[]>} */
  const welcomes = new Map();
  for (const { fact, messageId } of mails.filter(({ kind }) => kind === 'welcome'))
    welcomes.set(String(fact[0]), [...(welcomes.get(String(fact[0])) ?? []), messageId]);
  const bounced = new Set(
    sentMails
      .filter(({ key, outcome }) => mailKindOf(key) === 'welcome' && outcome === 'bounced')
      .map(({ subject_id }) => subject_id),
  );
  const members = new Set(users.filter(({ status }) => status !== 'opening').map(({ trial_id }) => trial_id));
  const wrong = users.filter(({ status, trial_id }) => {
    const sent = welcomes.get(trial_id) ?? [];
    if (status !== 'active') return false;
    if (bounced.has(trial_id)) return sent.length > 0;
    return new Set(sent).size !== 1 || (sent.length > 1 && !copiesOfMails);
  });
  return [
    ...wrong.map(
      ({ trial_id, id }) => `I8 account ${id} has ${welcomes.get(trial_id)?.length ?? 0} welcome mails instead of one`,
    ),
    ...[...welcomes.keys()]
      .filter((trial) => !members.has(trial))
      .map((trial) => `I8 a welcome mail without an account: ${trial}`),
  ];
}
