import { render, toPlainText } from '@react-email/render';
import { createTransport, type Transporter } from 'nodemailer';
import { isProduction, isRemoteUrl, type Settings } from '../../config/index.ts';
import { type HealthCheck, passed, failed } from '../../../doctor/health-check.ts';
import { BouncedError, type Mail, Mailer } from '../mailer.ts';
import { once } from 'node:events';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

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
      if (command === 'RCPT TO' && responseCode >= 500) throw new BouncedError(`refused with ${responseCode}`);
      throw error;
    }
  }

  check(): Promise<HealthCheck> {
    return checkSmtp(this.settings);
  }

  onModuleDestroy(): void {
    this.transport.close();
  }
}

const oneClick = (link: string): Record<string, string> => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

export const SMTP_TIMEOUT_MS = 10_000;

/** How the mail server of SMTP_URL is reached: in production, over any wire, never without TLS. */
export function smtpOptions(settings: Settings) {
  const { SMTP_URL } = settings;
  const { protocol, hostname, port, username, password } = new URL(SMTP_URL);
  const secure = protocol === 'smtps:';
  return {
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && isProduction(settings) && isRemoteUrl(SMTP_URL),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  };
}

/** Greets the mail server, signs in, and asks whether it takes the sender; no recipient is named, so nothing is sent. */
export async function checkSmtp(settings: Settings): Promise<HealthCheck> {
  const { auth, ...options } = smtpOptions(settings);
  const where = `${options.host}:${options.port}`;
  const connection = new SMTPConnection(options);
  try {
    await told((done) => {
      connection.once('error', done);
      connection.connect(done);
    });
    if (auth) await told((done) => connection.login({ user: auth.user, credentials: auth }, done));
    const { MAIL_FROM } = settings;
    const answer = await answerTo(connection, `MAIL FROM:<${MAIL_FROM}>`);
    if (answer.startsWith('250')) return passed('mail', `${where} takes mail from ${MAIL_FROM}`);
    const mend = `let it send for that address, or set MAIL_FROM to one it knows`;
    return failed('mail', `${where} answers ${answer.slice(0, 3)} to the sender ${MAIL_FROM}`, mend);
  } catch (error) {
    return troubleOf(error, where);
  } finally {
    connection.close();
  }
}

const told = (ask: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => ask((error) => (error ? reject(error) : resolve())));

/** nodemailer speaks of a sender only together with a whole mail: this one sentence is said on its connection. */
async function answerTo({ _socket: socket }: SMTPConnection, sentence: string): Promise<string> {
  if (!socket) throw new Error('The connection is gone');
  socket.removeAllListeners('data');
  socket.write(`${sentence}\r\n`);
  const [answer] = (await once(socket, 'data', { signal: AbortSignal.timeout(SMTP_TIMEOUT_MS) })) as [Buffer];
  return answer.toString();
}

function troubleOf(error: unknown, where: string): HealthCheck {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  if (code === 'EAUTH')
    return failed('mail', `${where} does not take the name and password`, 'put those of the mail server into SMTP_URL');
  if (responseCode)
    return failed('mail', `${where} answers ${responseCode}`, 'ask who runs it why this machine is refused');
  return failed(
    'mail',
    `${where} does not answer`,
    'see that SMTP_URL has the right name and port and no wall stands between',
  );
}
