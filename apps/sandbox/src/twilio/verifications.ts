/** One code per number for ten minutes, with up to five sends and five checks. A wrong code is a 201 with status `pending`. */
import { randomInt } from 'node:crypto';
import type { SandboxClock } from '../clock.ts';
import { newSid, type Resource, type Store } from '../store.ts';
import { TwilioError } from './contract.ts';

const LIFETIME_MS = 10 * 60_000;
const MAX_SENDS = 5;
const MAX_CHECKS = 5;
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

  constructor(store: Store, clock: SandboxClock, senderName: string) {
    this.#store = store;
    this.#clock = clock;
    this.#senderName = senderName;
  }

  send(where: ServiceRef, params: Record<string, string>): object {
    const to = params['To'] ?? '';
    if (!params['To'] || !params['Channel'])
      throw new TwilioError(400, 60_200, 'Missing required parameter To or Channel');
    if (params['Channel'] !== 'sms')
      throw new TwilioError(
        400,
        60_200,
        `Invalid parameter \`Channel\`: ${params['Channel']} (the sandbox sends sms only)`,
      );
    if (!/^\+[1-9]\d{9,14}$/.test(to)) throw new TwilioError(400, 60_200, `Invalid parameter \`To\`: ${to}`);
    if (BLOCKED[to]) throw BLOCKED[to];
    const verification = this.#live(where, to) ?? this.#fresh(where, to);
    if (verification['sends'].length >= MAX_SENDS) throw new TwilioError(429, 60_203, 'Max send attempts reached');
    const at = this.#clock.date().toISOString();
    verification['sends'].push({ time: at, channel: 'SMS', attempt_sid: newSid('VL') });
    this.#touch(verification);
    const body = `Your ${params['CustomFriendlyName'] ?? this.#senderName} verification code is: ${verification['code']}`;
    this.#store.put('sms', { id: newSid('SM'), to, body, code: verification['code'], at });
    return verificationBody(verification);
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

const isoSeconds = (instant: number) => new Date(instant).toISOString().replace(/\.\d+Z$/, 'Z');

const common = ({ id, account, service, to, status, created, updated }: Resource) => ({
  sid: id,
  service_sid: service as string,
  account_sid: account as string,
  to: to as string,
  channel: 'sms',
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
