/** The shape of a kind of mail. `mail-kinds.ts` lists all kinds. */
type TrialPart =
  | 'trial'
  | 'subscription'
  | 'reminder'
  | 'trial end'
  | 'change'
  | 'month'
  | 'invoice'
  | 'try'
  | 'amount'
  | 'copy'
  | 'expiry'
  | 'erasure'
  | 'administrator';

/** A kind of transactional mail. Its key in `sent_mails` is the kind and what it is sent once for: `receipt:in_…`. */
export type MailKind = MailOfMember | MailOfOthers;

interface MailOfMember extends AnyMailKind {
  to: 'customer' | 'customer at another address' | 'another person';
  /** Whether it goes out while an erasure request of the member waits. Mails that announce a payment or ask for one do not. */
  duringErasure: 'sent' | 'held';
}

interface MailOfOthers extends AnyMailKind {
  to: 'visitor' | 'applicant' | 'requester' | 'subscriber' | 'staff' | 'recipient of the mail';
}

interface AnyMailKind {
  /** Beginning of its sentence in the timeline: "The receipt was mailed." */
  label: string;
  /** The parts of the key after the kind. A mail of an earlier key is not sent again. */
  oncePer: readonly (TrialPart | 'job' | 'application' | 'request' | 'answer' | 'digest' | 'mail' | 'entry')[];
  /** Limits per address, one of which each sending uses: anyone can cause this mail for any address. */
  caps?: readonly string[];
  /** Which typed words it repeats. */
  repeats: 'nothing' | 'first name' | 'first name, if the phone is proven' | 'everything';
  /** The queue of the job that sends it, and the job's name among the dead jobs. */
  queue: string;
  job: string;
}
