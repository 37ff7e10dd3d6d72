import { render, toPlainText } from '@react-email/render';
import { createTransport, type Transporter } from 'nodemailer';
import type { Settings } from '../../config/index.ts';
import type { Finding } from '../../findings.ts';
import { Bounced, type Mail, Mailer } from '../mailer.ts';
import { examineSmtp } from './smtp-examination.ts';
import { smtpOptions } from './smtp-options.ts';

/** Sends over SMTP; the same code speaks to the sandbox, to Mailpit and to a real server. */
export class SmtpMailer extends Mailer {
  private readonly transport: Transporter;

  constructor(private readonly settings: Settings) {
    super();
    this.transport = createTransport(smtpOptions(settings));
  }

  async send({ to, subject, body, messageId, date, replyTo, unsubscribeLink }: Mail): Promise<void> {
    const html = await render(body);
    const { MAIL_FROM, PRODUCT_NAME, SUPPORT_EMAIL } = this.settings;
    try {
      await this.transport.sendMail({
        from: { name: PRODUCT_NAME, address: MAIL_FROM },
        replyTo: { name: '', address: replyTo ?? SUPPORT_EMAIL },
        to: { name: '', address: to },
        subject,
        html,
        text: toPlainText(html),
        messageId,
        date,
        ...(unsubscribeLink && { headers: oneClick(unsubscribeLink) }),
      });
    } catch (error) {
      // Only an address bounces; a log-in or a message that is refused is ours to mend, and is tried again.
      const { responseCode = 0, command } = error as { responseCode?: number; command?: string };
      if (command === 'RCPT TO' && responseCode >= 500) throw new Bounced(`refused with ${responseCode}`);
      throw error;
    }
  }

  examine(): Promise<Finding> {
    return examineSmtp(this.settings);
  }

  onModuleDestroy(): void {
    this.transport.close();
  }
}

const oneClick = (link: string): Record<string, string> => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
