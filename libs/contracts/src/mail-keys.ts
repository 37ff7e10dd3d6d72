import { MAIL_KINDS } from './mail-kinds.ts';

type Kinds = typeof MAIL_KINDS;
export type MailKindName = keyof Kinds;
export const MAIL_KIND_NAMES = Object.keys(MAIL_KINDS) as MailKindName[];
export type MailQueue = Kinds[MailKindName]['queue'];

/** Kinds that anyone can cause for any address, and their limits. */
export type CappedMail = { [Kind in MailKindName]: Kinds[Kind] extends { caps: unknown } ? Kind : never }[MailKindName];
export type UncappedMail = Exclude<MailKindName, CappedMail>;
/** Whether the mail is not sent while an erasure request of the member waits. */
export const isHeldDuringErasure = (kind: MailKindName): boolean => {
  const mail = MAIL_KINDS[kind];
  return 'duringErasure' in mail && mail.duringErasure === 'held';
};
export type MailCap<Kind extends CappedMail> = Kinds[Kind]['caps'][number];

/** What a mail is sent once for: one value per part of the key. */
export type MailFact<Kind extends MailKindName> = Values<Kinds[Kind]['oncePer']>;
type Values<Parts extends readonly string[]> = { readonly [Part in keyof Parts]: string | number };

export const mailKey = <Kind extends MailKindName>(kind: Kind, fact: MailFact<Kind>): string =>
  [kind, ...(fact as readonly (string | number)[])].join(':');

/** The key of a mail as a part of the key of its repetition. */
export const mailPart = (key: string): string => key.replaceAll(':', '_');
/** The kind of the mail that this one repeats; undefined for one that repeats none. */
export const repeatedKindOf = (key: string): MailKindName | undefined =>
  mailKindOf(key) === 'sent-again' ? mailKindOf(key.split(':')[1]?.split('_')[0] ?? '') : undefined;

/** The kind of a key or of the local part of a Message-ID; undefined for one that is not listed. */
export const mailKindOf = (key: string): MailKindName | undefined => {
  const [kind] = key.split(/[:.]/, 1);
  return MAIL_KIND_NAMES.find((name) => name === kind);
};
