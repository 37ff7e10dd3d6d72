export { Action, Facts, MailLayout, MailLink, Paragraph, type Site } from './mail-layout.tsx';
export type { Mail } from './mailer.ts';
export { BULK_MAIL, TransactionalMailer } from './transactional-mailer.ts';
