import type { CodeChannel } from '@lampstand/contracts';
import twilio from 'twilio';
import type { RequestOptions } from 'twilio/lib/base/RequestClient.js';
import type http from 'twilio/lib/http/response.js';
import type { Settings } from '../../platform/config/index.ts';
import { type HealthCheck, passed, skipped, failed } from '../../doctor/health-check.ts';
import { type CheckResult, PhoneVerifier, type SendResult } from '../phone-verifier.ts';

const TIMEOUT_MS = 8000;
/** What the code form accepts. */
const CODE_LENGTH = 6;

/** Error codes of https://www.twilio.com/docs/api/errors that are about the number, not about our account. */
const UNREACHABLE = new Set([60200, 60205, 60410, 60605, 21211, 21408, 21610, 21614]);
const TOO_MANY = new Set([60202, 60203]);

/** Twilio Verify, version 2. For the sandbox only the base address differs. */
export class TwilioPhoneVerifier extends PhoneVerifier {
  private readonly service;
  /** Twilio refuses a template in a call (error 60408). */
  private readonly textOptions;

  constructor(settings: Settings) {
    super();
    // autoRetry stays off: a 429 of Verify lasts for minutes.
    const httpClient = new BaseUrlClient(settings.TWILIO_API_BASE, { timeout: TIMEOUT_MS, autoRetry: false });
    const client = twilio(settings.TWILIO_ACCOUNT_SID, settings.TWILIO_AUTH_TOKEN, { httpClient });
    this.service = client.verify.v2.services(settings.TWILIO_VERIFY_SERVICE_SID);
    this.textOptions = settings.TWILIO_VERIFY_TEMPLATE_SID ? { templateSid: settings.TWILIO_VERIFY_TEMPLATE_SID } : {};
  }

  async send(phone: string, channel: CodeChannel): Promise<SendResult> {
    const options = channel === 'sms' ? this.textOptions : {};
    try {
      const { sid } = await this.service.verifications.create({ to: `+1${phone}`, channel, ...options });
      return { outcome: 'sent', providerId: sid };
    } catch (error) {
      if (UNREACHABLE.has(codeOf(error))) return { outcome: 'unreachable' };
      if (TOO_MANY.has(codeOf(error))) return { outcome: 'tooMany' };
      throw error;
    }
  }

  async check(providerId: string, code: string): Promise<CheckResult> {
    try {
      const { status } = await this.service.verificationChecks.create({ verificationSid: providerId, code });
      return status === 'approved' ? 'right' : 'wrong';
    } catch (error) {
      if (codeOf(error) === 20404) return 'gone';
      if (TOO_MANY.has(codeOf(error))) return 'tooMany';
      throw error;
    }
  }

  async wasApproved(providerId: string): Promise<boolean> {
    try {
      return (await this.service.verifications(providerId).fetch()).status === 'approved';
    } catch (error) {
      if (codeOf(error) === 20404) return false;
      throw error;
    }
  }

  async cancel(providerId: string): Promise<void> {
    try {
      await this.service.verifications(providerId).update({ status: 'canceled' });
    } catch (error) {
      if (codeOf(error) !== 20404) throw error;
    }
  }

  async checkHealth(): Promise<HealthCheck[]> {
    const accepted = passed('twilio', 'accepts the credentials');
    try {
      const { friendlyName, codeLength } = await this.service.fetch();
      if (codeLength === CODE_LENGTH) return [accepted, passed('verify', `the service exists: ${friendlyName}`)];
      const what = `the service "${friendlyName}" sends codes of ${codeLength} digits`;
      return [accepted, failed('verify', what, `set its code length to ${CODE_LENGTH} in the Twilio Console`)];
    } catch (error) {
      return problemOf(error, accepted);
    }
  }
}

function problemOf(error: unknown, accepted: HealthCheck): HealthCheck[] {
  const code = codeOf(error);
  if (code === 20404) {
    const fix = 'copy the SID of a Verify service of this account from the Twilio Console';
    return [accepted, failed('verify', 'no service has the SID in TWILIO_VERIFY_SERVICE_SID', fix)];
  }
  const unknown = skipped('verify', 'not checked: the call with these credentials failed');
  if (code === 20003) {
    const fix = 'copy TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN from the Twilio Console';
    return [failed('twilio', 'rejects the credentials', fix), unknown];
  }
  const { status } = error as { status?: number };
  const what = status ? `answers ${status}` : 'cannot be reached';
  return [failed('twilio', what, 'allow this machine to call verify.twilio.com, and check status.twilio.com'), unknown];
}

const codeOf = (error: unknown): number => (error as { code?: number }).code ?? 0;

const { RequestClient } = twilio;

/** Twilio's client with another base address, as its maintainers advise: the host becomes the first path segment. */
class BaseUrlClient extends RequestClient {
  constructor(
    private readonly base: string | undefined,
    options: ConstructorParameters<typeof RequestClient>[0],
  ) {
    super(options);
  }

  override request<T>(options: RequestOptions<T>): Promise<http.default<T>> {
    if (!this.base) return super.request(options);
    const { hostname, pathname, search } = new URL(options.uri);
    return super.request({ ...options, uri: `${this.base}/${hostname}${pathname}${search}` });
  }
}
