export { Action, Facts, MailLayout, MailLink, Paragraph, Paragraphs, type Site } from './mail-layout.tsx';
export { deleteMailCopies, MailCopies, type MailCopy } from './mail-copies.ts';
export type { MailDraft } from './mailer.ts';
export { addressKey, costOfMail } from './mail-budget.ts';
export { RETURNED_MAILS, ReturnedMails } from './returned-mails.ts';
export { BULK_MAIL, rendered, TransactionalMailer } from './transactional-mailer.ts';
export type { SentMail } from './sent-mail.entity.ts';
