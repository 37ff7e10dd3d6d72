export { Action, MailLayout, Paragraph, type Site } from './mail-layout.tsx';
export { Bounced, type Mail, Mailer } from './mailer.ts';
export { MANY_MAILS, Postbox } from './transactional-mailer.ts';
