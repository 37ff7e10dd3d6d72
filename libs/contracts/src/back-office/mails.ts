/** GET /api/admin/mails/{key}: a mail to a person as it was sent. */
export interface SentMailView {
  /** Masked for support, also where the text repeats it. */
  to: string;
  subject: string;
  outcome: 'sent' | 'bounced';
  at: string;
  /** The words of the mail. Its links name their page only. */
  text: string;
  /** False for a mail about a link that may have ended, which a support action sends anew. */
  mayBeSentAgain: boolean;
}
