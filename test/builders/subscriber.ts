import type { Stack } from '../support/index.ts';
import { type Answer, callsTo, postedPage } from './calls.ts';
import { anEmail } from './forms.ts';

export type SubscriberState = 'unknown' | 'pending' | 'confirmed' | 'unsubscribed';

const CONFIRM = /newsletter\/confirm\?token=([\w.-]+)/;
const UNSUBSCRIBE = /newsletter\/unsubscribe\?token=([\w.-]+)/;

/** What the page behind a link of a mail says once its button was pressed. */
export interface LinkAnswer {
  status: number;
  heading: string;
}

/** A newsletter reader, as an API client. */
export class Subscriber {
  readonly calls;

  constructor(
    private readonly stack: Stack,
    readonly email: string,
  ) {
    this.calls = callsTo(stack);
  }

  asks(email = this.email, headers: Record<string, string> = {}): Promise<Answer> {
    return this.calls.post('newsletter-subscriptions', { email }, headers);
  }

  confirms(token = ''): Promise<LinkAnswer> {
    return this.follows('confirm', token);
  }

  /** As the button of the page does, and mail programs. */
  unsubscribes(token = '', body: BodyInit | null = '', headers = {}): Promise<LinkAnswer> {
    return this.follows('unsubscribe', token, body, headers);
  }

  private async follows(
    page: 'confirm' | 'unsubscribe',
    token: string,
    body: BodyInit | null = '',
    headers = {},
  ): Promise<LinkAnswer> {
    const { status, heading } = await postedPage(this.stack, `/newsletter/${page}?token=${token}`, body, headers);
    return { status, heading };
  }

  /** The token of the newest of `count` confirmation requests. */
  async confirmToken(count = 1): Promise<string> {
    const [mail] = await this.stack.sandbox.mails(this.email, { count, subject: /^Please confirm/ });
    return tokenIn(mail, CONFIRM);
  }

  /** The token of the newest of `count` welcome mails. */
  async unsubscribeToken(count = 1): Promise<string> {
    const [mail] = await this.stack.sandbox.mails(this.email, { count, subject: /^You are subscribed/ });
    return tokenIn(mail, UNSUBSCRIBE);
  }

  async stored(): Promise<Record<string, any> | undefined> {
    const [row] = await this.stack.query('SELECT * FROM newsletter_subscriptions WHERE email_key = lower($1)', [
      this.email,
    ]);
    return row;
  }
}

const tokenIn = (mail: { text: string } | undefined, link: RegExp): string => link.exec(mail?.text ?? '')![1]!;

/** A reader whose subscription is brought to `state` by calls and mails. */
export async function aSubscriber(stack: Stack, state: SubscriberState = 'unknown'): Promise<Subscriber> {
  const reader = new Subscriber(stack, anEmail('reader'));
  if (state === 'unknown') return reader;
  await reader.asks();
  const token = await reader.confirmToken();
  if (state === 'pending') return reader;
  await reader.confirms(token);
  const leave = await reader.unsubscribeToken();
  if (state === 'unsubscribed') await reader.unsubscribes(leave);
  return reader;
}
