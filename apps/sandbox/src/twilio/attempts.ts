/** The attempts to deliver codes, by text and by call, as in Verify's Attempts API. */
import type { SandboxClock } from '../clock.ts';
import type { Resource, Store } from '../store.ts';
import { TwilioError } from './contract.ts';
import { isoSeconds } from './verifications.ts';

const MINUTE_MS = 60_000;
const MOST_PER_MINUTE = 100;
const DELIVERED_AFTER_MS = 5000;

/** Numbers whose texts are not delivered: phone off, unknown number, landline, refused by the carrier, no reason; the last has no news. */
const UNDELIVERED: Record<string, string> = {
  '+15005553003': '30003',
  '+15005553005': '30005',
  '+15005553006': '30006',
  '+15005553007': '30007',
  '+15005553008': '30008',
  '+15005553009': '',
};

interface Send {
  time: string;
  channel: string;
  attempt_sid: string;
}

export class Attempts {
  readonly #store: Store;
  readonly #clock: SandboxClock;
  #asked: number[] = [];

  constructor(store: Store, clock: SandboxClock) {
    this.#store = store;
    this.#clock = clock;
  }

  list(account: string, { VerificationSid: sid, PageSize, ...others }: Record<string, string>) {
    const [other] = Object.keys(others);
    if (!sid || other)
      throw new TwilioError(400, 20_001, `The sandbox lists attempts by VerificationSid only: ${other}`);
    this.#limit();
    const size = Number(PageSize ?? 50);
    const verification = this.#store.find('verifications', sid);
    const isOwn = verification?.['account'] === account;
    const sends = isOwn ? (verification['sends'] as Send[]).toReversed() : [];
    const url = `https://verify.twilio.com/v2/Attempts?VerificationSid=${sid}&PageSize=${size}&Page=0`;
    return {
      attempts: sends.slice(0, size).map((send) => this.#attemptOf(verification!, send)),
      meta: {
        key: 'attempts',
        page: 0,
        page_size: size,
        first_page_url: url,
        previous_page_url: null,
        url,
        next_page_url: null,
      },
    };
  }

  #limit(): void {
    const now = this.#clock.now();
    this.#asked = this.#asked.filter((at) => at > now - MINUTE_MS);
    if (this.#asked.length >= MOST_PER_MINUTE) throw new TwilioError(429, 20_429, 'Too Many Requests');
    this.#asked.push(now);
  }

  #attemptOf(verification: Resource, { time, channel, attempt_sid: sid }: Send) {
    const isApproved = verification['status'] === 'approved';
    return {
      sid,
      account_sid: verification['account'] as string,
      service_sid: verification['service'] as string,
      verification_sid: verification.id,
      date_created: isoSeconds(Date.parse(time)),
      date_updated: isoSeconds(Date.parse(time)),
      conversion_status: isApproved ? 'converted' : 'unconverted',
      channel: channel.toLowerCase(),
      price: null,
      channel_data: {
        verification_sid: verification.id,
        to: verification['to'] as string,
        status: isApproved ? 'approved' : 'unconfirmed',
        country: 'US',
        code_length: 6,
        locale: 'en',
        ...(channel === 'SMS' && this.#statusOf(verification['to'] as string, Date.parse(time))),
      },
      url: `https://verify.twilio.com/v2/Attempts/${sid}`,
    };
  }

  #statusOf(to: string, sentAt: number) {
    const code = UNDELIVERED[to];
    if (code === '' || this.#clock.now() < sentAt + DELIVERED_AFTER_MS)
      return { message_status: 'sent', error_code: null };
    return code
      ? { message_status: 'undelivered', error_code: code }
      : { message_status: 'delivered', error_code: null };
  }
}
