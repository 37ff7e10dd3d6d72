import { createHash } from 'node:crypto';
import type { LimitKey } from '../limits/limiter.ts';
import type { LimitName } from '../limits/limits.ts';
import { currentRequest } from '../request-context.ts';

/** The caps of mails that anyone can cause for a mailbox that is not proven. */
const UNPROVEN: ReadonlySet<LimitName> = new Set([
  'unprovenMailsPerEmail',
  'applicationMailsPerEmail',
  'newsletterMailsPerEmail',
  'takenMailsPerEmail',
  'ownLinksPerEmail',
  'receiptsMailsPerEmail',
]);

/** What a mail uses of the limits: `cap` of its mailbox, and of an unproven one also that of its domain, of the network that caused it, and of all. */
export function costOfMail(cap: LimitName, to: string): LimitKey[] {
  const cost: LimitKey[] = [[cap, addressKey(to)]];
  if (!UNPROVEN.has(cap)) return cost;
  const { address, network } = currentRequest();
  const domain = domainOf(to);
  // What the browser of a sign-up asks for is sent also when strangers have used up the day.
  const isOwn = cap === 'ownLinksPerEmail';
  if (!PROVIDERS.has(domain)) cost.push([isOwn ? 'ownLinksPerDomain' : 'unprovenMailsPerDomain', hashed(domain)]);
  // Reminders are caused by no network.
  if (address ?? network) cost.push(['unprovenMailsPer56'], ['unprovenMailsPer48']);
  return isOwn ? cost : [...cost, ['unprovenMailsOverall', 'all']];
}

/** The key of an address in the limits of mails: that of its mailbox, however the address is spelled. */
export const addressKey = (email: string): string => hashed(mailboxOf(email.toLowerCase()));

const GMAIL = new Set(['gmail.com', 'googlemail.com']);
/** Of these, very many people have a mailbox, so that a domain says nothing. */
const PROVIDERS = new Set(
  (
    'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com rocketmail.com aol.com icloud.com ' +
    'me.com mac.com comcast.net att.net sbcglobal.net bellsouth.net verizon.net cox.net charter.net proton.me protonmail.com ' +
    'zoho.com gmx.com mail.com fastmail.com'
  ).split(' '),
);

const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url');
const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** Without a tag ("+1"); Gmail ignores dots, too. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [domain, name = ''] = [email.slice(at + 1), ...email.slice(0, at).split('+')];
  return GMAIL.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
