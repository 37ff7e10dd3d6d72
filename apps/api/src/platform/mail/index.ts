export { Action, Facts, MailLayout, MailLink, Paragraph, Paragraphs, type Site } from './mail-layout.tsx';
export { deleteMailCopies, MailCopies, type MailCopy } from './mail-copies.ts';
export type { MailDraft } from './mailer.ts';
export { rendered } from './rendered.ts';
export type { SentMail } from './sent-mail.entity.ts';
export { addressKey, BULK_MAIL, TransactionalMailer } from './transactional-mailer.ts';
