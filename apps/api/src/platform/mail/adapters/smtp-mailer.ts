import { once } from 'node:events';
import { createTransport, type Transporter } from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { failed, type HealthCheck, passed, skipped } from '../../health/health-check.ts';
import { isProduction, isRemoteUrl, type Settings } from '../../config/index.ts';
import { checkSenderDomain } from './sender-domain.ts';
import { BouncedError, type Mail, Mailer, mailsAtOnce } from '../mailer.ts';

const SMTP_TIMEOUT_MS = 10_000;

/** Sends by SMTP: to a real server or the sandbox. A connection is used for several mails, and closed after ten idle seconds. */
export class SmtpMailer extends Mailer {
  private readonly transport: Transporter;

  constructor(private readonly settings: Settings) {
    super();
    this.transport = createTransport({
      ...smtpOptions(settings),
      pool: true,
      maxConnections: mailsAtOnce(settings),
      // A mail whose connection breaks may have arrived: the job decides, not the pool.
      maxRequeues: 0,
    });
  }

  async send({ to, subject, html, text, messageId, date, replyTo, unsubscribeLink }: Mail): Promise<void> {
    const { MAIL_FROM, PRODUCT_NAME, SUPPORT_EMAIL } = this.settings;
    try {
      await this.transport.sendMail({
        from: { name: PRODUCT_NAME, address: MAIL_FROM },
        replyTo: { name: '', address: replyTo ?? SUPPORT_EMAIL },
        to: { name: '', address: to },
        subject,
        html,
        text,
        messageId,
        date,
        headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribeLink && unsubscribeHeaders(unsubscribeLink)) },
      });
    } catch (error) {
      // Only a refused recipient bounces; a refused login or message is our fault and is retried.
      const { responseCode = 0, command } = error as { responseCode?: number; command?: string };
      if (command === 'RCPT TO' && responseCode >= 500) throw new BouncedError(`refused with ${responseCode}`);
      throw error;
    }
  }

  /** The server, and if it is a real one, the domain of the sender and whether emails can come back later. */
  async checkHealth(): Promise<HealthCheck[]> {
    const { SMTP_URL, MAIL_FROM } = this.settings;
    if (!isRemoteUrl(SMTP_URL)) return [await checkSmtp(this.settings)];
    const checks = await Promise.all([checkSmtp(this.settings), checkSenderDomain(MAIL_FROM)]);
    return [...checks, checkMailWebhook(this.settings)];
  }

  /** After the jobs have ended, which send until then. */
  onApplicationShutdown(): void {
    this.transport.close();
  }
}

const unsubscribeHeaders = (link: string): Record<string, string> => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** nodemailer options for SMTP_URL. In production, a remote server must use TLS. */
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

/** Whether the mail service can report what comes back; a server of the operator's own refuses most mailboxes at once. */
export function checkMailWebhook({ MAIL_WEBHOOK_SECRET, SITE_URL }: Settings): HealthCheck {
  const address = `${SITE_URL}/api/mail/webhook`;
  if (MAIL_WEBHOOK_SECRET) return passed('returned mail', `reported at ${address}`);
  const without = 'no one is told of an email that comes back later';
  return skipped(
    'returned mail',
    `${without}; set MAIL_WEBHOOK_SECRET, and ${address} as the webhook of the mail service`,
  );
}

/** Connects, logs in and sends MAIL FROM; without a recipient nothing is delivered. */
async function checkSmtp(settings: Settings): Promise<HealthCheck> {
  const { auth, ...options } = smtpOptions(settings);
  const where = `${options.host}:${options.port}`;
  const connection = new SMTPConnection(options);
  try {
    await promisified((done) => {
      connection.once('error', done);
      connection.connect(done);
    });
    if (auth) await promisified((done) => connection.login({ user: auth.user, credentials: auth }, done));
    const { MAIL_FROM } = settings;
    const reply = await sendCommand(connection, `MAIL FROM:<${MAIL_FROM}>`);
    if (reply.startsWith('250')) return passed('mail', `${where} accepts mail from ${MAIL_FROM}`);
    const fix = 'allow that sender, or set MAIL_FROM to an allowed one';
    return failed('mail', `${where} answers ${reply.slice(0, 3)} to the sender ${MAIL_FROM}`, fix);
  } catch (error) {
    return smtpFailure(error, where);
  } finally {
    connection.close();
  }
}

const promisified = (run: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => run((error) => (error ? reject(error) : resolve())));

/** nodemailer sends MAIL FROM only with a whole mail, so this writes one command to its socket and returns the reply. */
async function sendCommand({ _socket: socket }: SMTPConnection, command: string): Promise<string> {
  if (!socket) throw new Error('The connection is gone');
  socket.removeAllListeners('data');
  socket.write(`${command}\r\n`);
  const [reply] = (await once(socket, 'data', { signal: AbortSignal.timeout(SMTP_TIMEOUT_MS) })) as [Buffer];
  return reply.toString();
}

function smtpFailure(error: unknown, where: string): HealthCheck {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  if (code === 'EAUTH') return failed('mail', `${where} rejects the user or the password`, 'correct SMTP_URL');
  if (responseCode)
    return failed('mail', `${where} answers ${responseCode}`, 'ask its operator why it rejects this machine');
  return failed('mail', `${where} does not answer`, 'check host and port of SMTP_URL, and the firewall');
}
