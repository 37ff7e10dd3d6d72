/** One code per number for ten minutes, with up to five sends and five checks. A wrong code is a 201 with status `pending`. */
import { randomInt } from 'node:crypto';
import type { SandboxClock } from '../clock.ts';
import { newSid, type Resource, type Store } from '../store.ts';
import { TwilioError } from './contract.ts';

const LIFETIME_MS = 10 * 60_000;
const MAX_SENDS = 5;
const MAX_CHECKS = 5;
/** The only message template: the text of the default one, bound to the site's domain. */
const TEMPLATE_SID = `HJ${'0'.repeat(31)}1`;
const CHANNELS = ['sms', 'call'];
const BLOCKED: Record<string, TwilioError> = {
  '+15005550410': new TwilioError(
    403,
    60_410,
    'Verification delivery attempt blocked: the destination prefix is temporarily blocked.',
  ),
  '+15005550605': new TwilioError(
    403,
    60_605,
    'Verification delivery attempt blocked: the destination country is not enabled.',
  ),
};

export interface ServiceRef {
  account: string;
  service: string;
}

export class Verifications {
  readonly #store: Store;
  readonly #clock: SandboxClock;
  readonly #senderName: string;
  readonly #siteHost: string;

  constructor(store: Store, clock: SandboxClock, sender: { name: string; siteHost: string }) {
    this.#store = store;
    this.#clock = clock;
    this.#senderName = sender.name;
    this.#siteHost = sender.siteHost;
  }

  send(where: ServiceRef, params: Record<string, string>): object {
    const to = params['To'] ?? '';
    if (!params['To'] || !params['Channel'])
      throw new TwilioError(400, 60_200, 'Missing required parameter To or Channel');
    const channel = params['Channel'];
    if (!CHANNELS.includes(channel))
      throw new TwilioError(
        400,
        60_200,
        `Invalid parameter \`Channel\`: ${channel} (the sandbox texts and calls only)`,
      );
    if (params['TemplateSid'] && channel !== 'sms')
      throw new TwilioError(400, 60_408, 'TemplateSid is only supported for the SMS channel');
    if (params['TemplateSid'] && params['TemplateSid'] !== TEMPLATE_SID)
      throw new TwilioError(404, 20_404, `The requested resource /Templates/${params['TemplateSid']} was not found`);
    if (!/^\+[1-9]\d{9,14}$/.test(to)) throw new TwilioError(400, 60_200, `Invalid parameter \`To\`: ${to}`);
    if (BLOCKED[to]) throw BLOCKED[to];
    const verification = this.#live(where, to) ?? this.#fresh(where, to);
    if (verification['sends'].length >= MAX_SENDS) throw new TwilioError(429, 60_203, 'Max send attempts reached');
    const at = this.#clock.date().toISOString();
    verification['sends'].push({ time: at, channel: channel.toUpperCase(), attempt_sid: newSid('VL') });
    verification['channel'] = channel;
    this.#touch(verification);
    const code = verification['code'] as string;
    this.#store.put('sms', { id: newSid('SM'), to, body: this.#wordsFor(code, params), code, channel, at });
    return verificationBody(verification);
  }

  #wordsFor(code: string, { Channel, TemplateSid, CustomFriendlyName }: Record<string, string>): string {
    const sender = CustomFriendlyName ?? this.#senderName;
    if (Channel === 'call') return `Your ${sender} verification code is: ${[...code].join(', ')}.`;
    const bound = TemplateSid ? `\n\n@${this.#siteHost} #${code}` : '';
    return `Your ${sender} verification code is: ${code}${bound}`;
  }

  check(where: ServiceRef, params: Record<string, string>): object {
    if (!params['Code'] || !/^.{4,10}$/.test(params['Code']))
      throw new TwilioError(400, 60_200, 'Invalid parameter: Code');
    const verification = this.#toCheck(where, params);
    if (verification['checks'] >= MAX_CHECKS) throw new TwilioError(429, 60_202, 'Max check attempts reached');
    verification['checks'] += 1;
    if (params['Code'] === verification['code']) verification['status'] = 'approved';
    this.#touch(verification);
    return verificationCheck(verification);
  }

  fetch(where: ServiceRef, sid: string): object {
    return verificationBody(this.#require(where, sid));
  }

  update(where: ServiceRef, sid: string, status: string | undefined): object {
    if (status !== 'canceled' && status !== 'approved')
      throw new TwilioError(400, 60_200, `Invalid parameter: Status ${status}`);
    const verification = this.#require(where, sid);
    verification['status'] = status;
    this.#touch(verification);
    return verificationBody(verification);
  }

  #toCheck(where: ServiceRef, { To: to, VerificationSid: sid }: Record<string, string>): Resource {
    if (!to && !sid) throw new TwilioError(400, 60_200, 'Missing required parameter To or VerificationSid');
    if (sid) return this.#require(where, sid);
    const verification = this.#live(where, to!);
    if (!verification) throw this.#notFound(`/Services/${where.service}/VerificationCheck`);
    return verification;
  }

  #require(where: ServiceRef, sid: string): Resource {
    const verification = this.#store.find('verifications', sid);
    if (verification && verification['service'] === where.service && this.#isLive(verification)) return verification;
    throw this.#notFound(`/Services/${where.service}/Verifications/${sid}`);
  }

  #live({ service }: ServiceRef, to: string): Resource | undefined {
    const current = this.#store.find('currentVerifications', `${service} ${to}`);
    const verification = current && this.#store.find('verifications', current['sid'] as string);
    return verification && this.#isLive(verification) ? verification : undefined;
  }

  #isLive = (verification: Resource) =>
    verification['status'] === 'pending' && verification['created'] + LIFETIME_MS > this.#clock.now();

  #fresh({ account, service }: ServiceRef, to: string): Resource {
    const created = this.#clock.now();
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const verification: Resource = {
      id: newSid('VE'),
      account,
      service,
      to,
      code,
      channel: 'sms',
      status: 'pending',
      created,
      updated: created,
      checks: 0,
      sends: [],
    };
    this.#store.put('verifications', verification);
    this.#store.put('currentVerifications', { id: `${service} ${to}`, sid: verification.id });
    return verification;
  }

  #touch(verification: Resource): void {
    verification['updated'] = this.#clock.now();
    this.#store.put('verifications', verification);
  }

  #notFound = (path: string) => new TwilioError(404, 20_404, `The requested resource ${path} was not found`);
}

export const isoSeconds = (instant: number) => new Date(instant).toISOString().replace(/\.\d+Z$/, 'Z');

const common = ({ id, account, service, to, channel, status, created, updated }: Resource) => ({
  sid: id,
  service_sid: service as string,
  account_sid: account as string,
  to: to as string,
  channel: channel as string,
  status: status as string,
  valid: status === 'approved',
  amount: null,
  payee: null,
  date_created: isoSeconds(created as number),
  date_updated: isoSeconds(updated as number),
});

const verificationCheck = (verification: Resource) => ({ ...common(verification), sna_attempts_error_codes: [] });

const verificationBody = (verification: Resource) => ({
  ...common(verification),
  lookup: {},
  send_code_attempts: verification['sends'] as object[],
  sna: null,
  url: `https://verify.twilio.com/v2/Services/${verification['service']}/Verifications/${verification.id}`,
});
