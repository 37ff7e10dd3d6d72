import { once } from 'node:events';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Settings } from '../../config/index.ts';
import { type Finding, fine, wrong } from '../../findings.ts';
import { SMTP_TIMEOUT_MS, smtpOptions } from './smtp-options.ts';

/** Greets the mail server, signs in, and asks whether it takes the sender; no recipient is named, so nothing is sent. */
export async function examineSmtp(settings: Settings): Promise<Finding> {
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
    if (answer.startsWith('250')) return fine('mail', `${where} takes mail from ${MAIL_FROM}`);
    const mend = `let it send for that address, or set MAIL_FROM to one it knows`;
    return wrong('mail', `${where} answers ${answer.slice(0, 3)} to the sender ${MAIL_FROM}`, mend);
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

function troubleOf(error: unknown, where: string): Finding {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  if (code === 'EAUTH')
    return wrong('mail', `${where} does not take the name and password`, 'put those of the mail server into SMTP_URL');
  if (responseCode)
    return wrong('mail', `${where} answers ${responseCode}`, 'ask who runs it why this machine is refused');
  return wrong(
    'mail',
    `${where} does not answer`,
    'see that SMTP_URL has the right name and port and no wall stands between',
  );
}
