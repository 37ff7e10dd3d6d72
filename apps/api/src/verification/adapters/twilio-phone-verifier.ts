import type { CodeChannel } from '@lampstand/contracts';
import type { TextDelivery } from '@lampstand/contracts/back-office';
import * as z from 'zod/mini';
import type { Settings } from '../../platform/config/index.ts';
import { failed, type HealthCheck, passed } from '../../platform/health/health-check.ts';
import { type CheckResult, type LastText, PhoneVerifier, type SendResult } from '../phone-verifier.ts';
import { twilioProblem } from './twilio-problem.ts';
import type { Verify } from './twilio-service.ts';

/** What the code form accepts. */
const CODE_LENGTH = 6;

/** Error codes of https://www.twilio.com/docs/api/errors that are about the number, not about our account. */
const UNREACHABLE = new Set([60200, 60205, 60410, 60605, 21211, 21408, 21610, 21614]);
const TOO_MANY = new Set([60202, 60203]);

/** Verify sends one code at most five times. */
const MOST_ATTEMPTS = 5;

const channelData = z.object({
  message_status: z.optional(z.string()),
  error_code: z.optional(z.nullable(z.union([z.string(), z.number()]))),
});

/** By https://www.twilio.com/docs/api/errors; every other code says that the text was refused on its way. */
const UNDELIVERED: Record<string, TextDelivery> = {
  30003: 'unreachable',
  30005: 'unknownNumber',
  30006: 'landline',
  30008: 'failed',
};

/** Undefined until the status is final. */
function deliveryOf({ message_status: status = '', error_code: code }: z.infer<typeof channelData>): {
  delivery?: TextDelivery;
} {
  const final = status.toLowerCase();
  if (final === 'delivered') return { delivery: 'delivered' };
  if (final !== 'undelivered' && final !== 'failed') return {};
  return { delivery: code ? (UNDELIVERED[code] ?? 'refused') : 'failed' };
}

/** Twilio Verify, version 2. For the sandbox only the base address differs. */
export class TwilioPhoneVerifier extends PhoneVerifier {
  private client?: Promise<Verify>;
  /** Twilio refuses a template in a call (error 60408). */
  private readonly textOptions;

  constructor(private readonly settings: Settings) {
    super();
    this.textOptions = settings.TWILIO_VERIFY_TEMPLATE_SID ? { templateSid: settings.TWILIO_VERIFY_TEMPLATE_SID } : {};
  }

  async send(phone: string, channel: CodeChannel): Promise<SendResult> {
    const options = channel === 'sms' ? this.textOptions : {};
    try {
      const { sid } = await (
        await this.verify()
      ).service.verifications.create({ to: `+1${phone}`, channel, ...options });
      return { outcome: 'sent', providerId: sid };
    } catch (error) {
      if (UNREACHABLE.has(codeOf(error))) return { outcome: 'unreachable' };
      if (TOO_MANY.has(codeOf(error))) return { outcome: 'tooMany' };
      throw error;
    }
  }

  async check(providerId: string, code: string): Promise<CheckResult> {
    try {
      const { status } = await (
        await this.verify()
      ).service.verificationChecks.create({ verificationSid: providerId, code });
      return status === 'approved' ? 'right' : 'wrong';
    } catch (error) {
      if (codeOf(error) === 20404) return 'gone';
      if (TOO_MANY.has(codeOf(error))) return 'tooMany';
      throw error;
    }
  }

  async wasApproved(providerId: string): Promise<boolean> {
    try {
      return (await (await this.verify()).service.verifications(providerId).fetch()).status === 'approved';
    } catch (error) {
      if (codeOf(error) === 20404) return false;
      throw error;
    }
  }

  async lastText(providerId: string): Promise<LastText | undefined> {
    const attempts = await (await this.verify()).attempts.list({ verificationSid: providerId, limit: MOST_ATTEMPTS });
    const [last] = attempts.toSorted((one, other) => other.dateCreated.getTime() - one.dateCreated.getTime());
    if (last?.channel !== 'sms') return undefined;
    return { sentAt: last.dateCreated, ...deliveryOf(channelData.parse(last.channelData)) };
  }

  async cancel(providerId: string): Promise<void> {
    try {
      await (await this.verify()).service.verifications(providerId).update({ status: 'canceled' });
    } catch (error) {
      if (codeOf(error) !== 20404) throw error;
    }
  }

  async checkHealth(): Promise<HealthCheck[]> {
    const accepted = passed('twilio', 'accepts the credentials');
    try {
      const { friendlyName, codeLength } = await (await this.verify()).service.fetch();
      if (codeLength === CODE_LENGTH) return [accepted, passed('verify', `the service exists: ${friendlyName}`)];
      const what = `the service "${friendlyName}" sends codes of ${codeLength} digits`;
      return [accepted, failed('verify', what, `set its code length to ${CODE_LENGTH} in the Twilio Console`)];
    } catch (error) {
      return twilioProblem(error, accepted);
    }
  }

  /** Twilio's library takes 26 MB, so it is loaded for the first call. */
  private verify(): Promise<Verify> {
    return (this.client ??= import('./twilio-service.ts').then(({ verifyOf }) => verifyOf(this.settings)));
  }
}

const codeOf = (error: unknown): number => (error as { code?: number }).code ?? 0;
