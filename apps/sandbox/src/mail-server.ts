/** An SMTP server that stores all mail. `bounce@…` is rejected, `greylist@…` is accepted on the third attempt. */
import type { Socket } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerAddress } from 'smtp-server';
import type { SandboxClock } from './clock.ts';
import type { Faults } from './faults.ts';
import { newId, type Store } from './store.ts';

const MAX_MAIL_BYTES = 5 << 20;
const GREYLIST_ATTEMPTS = 3;

export class MailServer {
  readonly #store: Store;
  readonly #clock: SandboxClock;
  readonly #faults: Faults;
  readonly #log: (outcome: string, to: string[]) => void;
  readonly #server: SMTPServer;

  constructor(store: Store, clock: SandboxClock, faults: Faults, log: (outcome: string, to: string[]) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#faults = faults;
    this.#log = log;
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      size: MAX_MAIL_BYTES,
      disableReverseLookup: true,
      onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
      onRcptTo: (address, _session, done) => done(this.#checkRecipient(address)),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const to = session.envelope.rcptTo.map(({ address }) => address);
          void this.#receive(Buffer.concat(chunks), to, session.id).then(
            (error) => done(error),
            (error: Error) => done(error),
          );
        });
      },
    });
    this.#server.on('error', () => {});
  }

  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.server.once('error', reject);
      this.#server.listen(port, host, () => {
        this.#server.server.off('error', reject);
        resolve((this.#server.server.address() as { port: number }).port);
      });
    });
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #checkRecipient({ address }: SMTPServerAddress): Error | null {
    const [local = ''] = address.toLowerCase().split('@');
    if (/^bounce([+.-]|$)/.test(local)) return this.#reject(550, `5.1.1 <${address}> no such mailbox`, [address]);
    if (!/^greylist([+.-]|$)/.test(local)) return null;
    const tries = ((this.#store.find('greylist', address)?.['tries'] as number | undefined) ?? 0) + 1;
    this.#store.put('greylist', { id: address, tries });
    this.#store.commit();
    return tries < GREYLIST_ATTEMPTS ? this.#reject(451, '4.7.1 greylisted, please come back', [address]) : null;
  }

  async #receive(raw: Buffer, to: string[], sessionId: string): Promise<Error | null> {
    const fault = this.#faults.trigger('SMTP', '');
    const mode = fault?.mode;
    if (fault && mode === 'hold-before') {
      await this.#faults.untilHealed(fault);
      if (!this.#isConnected(sessionId)) return this.#reject(421, '4.4.2 the sender went away', to);
    }
    if (mode === 'refuse' || mode === '500') return this.#reject(554, '5.3.0 refused by a fault', to);
    if (mode === '429' || mode === '503' || mode === 'garbage')
      return this.#reject(451, '4.3.0 try later, says a fault', to);
    if (mode === 'hang') return new Promise(() => {});
    await this.#save(raw, to);
    if (fault && mode === 'hold-after') await this.#faults.untilHealed(fault);
    if (mode === 'execute-then-drop') {
      this.#socketOf(sessionId)?.destroy();
      return new Promise(() => {});
    }
    return null;
  }

  async #save(raw: Buffer, to: string[]): Promise<void> {
    const mail = await PostalMime.parse(raw);
    for (const address of to) {
      this.#store.put('mails', {
        id: newId('mail'),
        to: address.toLowerCase(),
        from: mail.from?.address ?? '',
        subject: mail.subject ?? '',
        text: mail.text ?? '',
        html: mail.html ?? '',
        messageId: mail.messageId ?? '',
        headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
        attachments: mail.attachments.map(({ filename, mimeType }) => ({ filename, mimeType })),
        at: this.#clock.date().toISOString(),
      });
    }
    this.#store.commit();
    this.#log('250', to);
  }

  /** A killed sender has ended its side before its connection is closed. */
  #isConnected(id: string): boolean {
    const socket = this.#socketOf(id);
    return socket !== undefined && !socket.destroyed && !socket.readableEnded;
  }

  #socketOf(id: string): Socket | undefined {
    const connections = this.#server.connections as unknown as Set<{ id: string; _socket: Socket }>;
    return [...connections].find((connection) => connection.id === id)?._socket;
  }

  #reject(responseCode: number, message: string, to: string[]): Error {
    this.#log(String(responseCode), to);
    return Object.assign(new Error(message), { responseCode });
  }
}
