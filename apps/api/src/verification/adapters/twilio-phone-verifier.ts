import type { CodeChannel } from '@lampstand/contracts';
import type { Settings } from '../../platform/config/index.ts';
import { type HealthCheck, passed, skipped, failed } from '../../platform/health/health-check.ts';
import { type CheckResult, PhoneVerifier, type SendResult } from '../phone-verifier.ts';
import type { VerifyService } from './twilio-service.ts';

/** What the code form accepts. */
const CODE_LENGTH = 6;

/** Error codes of https://www.twilio.com/docs/api/errors that are about the number, not about our account. */
const UNREACHABLE = new Set([60200, 60205, 60410, 60605, 21211, 21408, 21610, 21614]);
const TOO_MANY = new Set([60202, 60203]);

/** Twilio Verify, version 2. For the sandbox only the base address differs. */
export class TwilioPhoneVerifier extends PhoneVerifier {
  private service?: Promise<VerifyService>;
  /** Twilio refuses a template in a call (error 60408). */
  private readonly textOptions;

  constructor(private readonly settings: Settings) {
    super();
    this.textOptions = settings.TWILIO_VERIFY_TEMPLATE_SID ? { templateSid: settings.TWILIO_VERIFY_TEMPLATE_SID } : {};
  }

  async send(phone: string, channel: CodeChannel): Promise<SendResult> {
    const options = channel === 'sms' ? this.textOptions : {};
    try {
      const { sid } = await (await this.verify()).verifications.create({ to: `+1${phone}`, channel, ...options });
      return { outcome: 'sent', providerId: sid };
    } catch (error) {
      if (UNREACHABLE.has(codeOf(error))) return { outcome: 'unreachable' };
      if (TOO_MANY.has(codeOf(error))) return { outcome: 'tooMany' };
      throw error;
    }
  }

  async check(providerId: string, code: string): Promise<CheckResult> {
    try {
      const { status } = await (await this.verify()).verificationChecks.create({ verificationSid: providerId, code });
      return status === 'approved' ? 'right' : 'wrong';
    } catch (error) {
      if (codeOf(error) === 20404) return 'gone';
      if (TOO_MANY.has(codeOf(error))) return 'tooMany';
      throw error;
    }
  }

  async wasApproved(providerId: string): Promise<boolean> {
    try {
      return (await (await this.verify()).verifications(providerId).fetch()).status === 'approved';
    } catch (error) {
      if (codeOf(error) === 20404) return false;
      throw error;
    }
  }

  async cancel(providerId: string): Promise<void> {
    try {
      await (await this.verify()).verifications(providerId).update({ status: 'canceled' });
    } catch (error) {
      if (codeOf(error) !== 20404) throw error;
    }
  }

  async checkHealth(): Promise<HealthCheck[]> {
    const accepted = passed('twilio', 'accepts the credentials');
    try {
      const { friendlyName, codeLength } = await (await this.verify()).fetch();
      if (codeLength === CODE_LENGTH) return [accepted, passed('verify', `the service exists: ${friendlyName}`)];
      const what = `the service "${friendlyName}" sends codes of ${codeLength} digits`;
      return [accepted, failed('verify', what, `set its code length to ${CODE_LENGTH} in the Twilio Console`)];
    } catch (error) {
      return problemOf(error, accepted);
    }
  }

  /** Twilio's library takes 26 MB, so it is loaded for the first call. */
  private verify(): Promise<VerifyService> {
    return (this.service ??= import('./twilio-service.ts').then(({ verifyService }) => verifyService(this.settings)));
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
