/** What must hold of the mails that really went out. */

/**
 * I8: each open account has its welcome mail, nobody else has one.
 * @param {import('./ledger.mjs').World} world @param {boolean} copiesOfMails @returns {string[]}
 */
export function wrongWelcomes({ ledger, users, bounced }, copiesOfMails) {
  const welcomes = new Map();
  for (const mail of ledger.mails.filter(({ subject }) => subject.startsWith('Welcome to')))
    welcomes.set(mail.to, [...(welcomes.get(mail.to) ?? []), mail]);
  const active = users.filter(({ status }) => status === 'active');
  const members = new Set(users.filter(({ status }) => status !== 'opening').map(({ email_key }) => email_key));
  // The address of an erased account is gone; its mail is known by the number of the sign-up.
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
      .filter(([to, mails]) => !members.has(to) && !mails.every(({ messageId }) => erased.has(welcomed(messageId))))
      .map(([to]) => `I8 a welcome mail without an account: ${to}`),
  ];
}

/** @param {string} messageId */
const welcomed = (messageId) => /^<welcome\.(\d+)@/.exec(messageId)?.[1];

const OF_A_LIFE = /^<(trial-notice-\d|invoice|receipt|payment-failed|subscription-ended)\.(.+)@/;

/**
 * I8 for a subscription's life: each fact is told once, and only what is true: no receipt for what nobody paid, nothing
 * about an invoice over nothing. When a notice may go out is asked of the journal, which no jump of the clock confuses.
 * @param {import('./ledger.mjs').World} world @param {boolean} copiesOfMails @returns {string[]}
 */
export function wrongLifeMails(world, copiesOfMails) {
  const mails = world.ledger.mails.flatMap((mail) => {
    const [, kind, fact] = OF_A_LIFE.exec(mail.messageId) ?? [];
    return kind ? [{ ...mail, kind, fact }] : [];
  });
  return [
    ...repeated(mails, copiesOfMails),
    ...mails.flatMap((mail) => untrue(mail, world).map((why) => `I8 ${mail.kind} of ${mail.fact}: ${why}`)),
  ];
}

/** Counted by what is told to whom, so that a second key for the same fact is found as well. */
function repeated(mails, copiesOfMails) {
  const told = new Map();
  for (const { to, kind, fact, subject, messageId } of mails) {
    const about = kind === 'receipt' || kind === 'invoice' ? subject : fact;
    const key = `${kind} of ${about} to ${to}`;
    told.set(key, [...(told.get(key) ?? []), messageId]);
  }
  return [...told]
    .filter(([, ids]) => (copiesOfMails ? new Set(ids).size : ids.length) > 1)
    .map(([key, ids]) => `I8 ${key} went out ${ids.length} times`);
}

function untrue({ kind, fact }, { ledger, subscriptions }) {
  if (kind.startsWith('trial-notice')) return [];
  if (kind === 'subscription-ended') {
    const ended = subscriptions.some(({ id, state }) => id === fact && state === 'canceled');
    return ended ? [] : ['it has not ended'];
  }
  const invoice = ledger.invoices.find(({ id }) => id === fact);
  if (!invoice) return ['there is no such invoice'];
  if (invoice.total === 0) return ['it is over nothing'];
  return kind === 'receipt' && !(invoice.status === 'paid' && invoice.amount_paid > 0) ? ['nobody paid it'] : [];
}
