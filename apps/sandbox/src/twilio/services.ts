/** The one Verify service somebody has made in Twilio's console; its settings are those of a new one. */
import { TwilioError } from './errors.ts';
import type { Where } from './verifications.ts';

const MADE = `VA${'0'.repeat(31)}1`;

export function serviceOf({ account, service }: Where): object {
  if (service !== MADE) throw new TwilioError(404, 20_404, `The requested resource /Services/${service} was not found`);
  const url = `https://verify.twilio.com/v2/Services/${service}`;
  const part = (name: string) => `${url}/${name}`;
  return {
    sid: service,
    account_sid: account,
    friendly_name: 'Lampstand',
    code_length: 6,
    lookup_enabled: false,
    psd2_enabled: false,
    skip_sms_to_landlines: false,
    dtmf_input_required: true,
    tts_name: '',
    do_not_share_warning_enabled: false,
    custom_code_enabled: false,
    push: { include_date: false, apn_credential_sid: null, fcm_credential_sid: null },
    totp: { issuer: 'Lampstand', time_step: 30, code_length: 6, skew: 1 },
    default_template_sid: null,
    whatsapp: { msg_service_sid: null, from: null },
    passkeys: null,
    verify_event_subscription_enabled: false,
    date_created: '2026-01-05T12:00:00Z',
    date_updated: '2026-01-05T12:00:00Z',
    url,
    links: {
      verifications: part('Verifications'),
      verification_checks: part('VerificationCheck'),
      rate_limits: part('RateLimits'),
      messaging_configurations: part('MessagingConfigurations'),
      entities: part('Entities'),
      webhooks: part('Webhooks'),
      access_tokens: part('AccessTokens'),
    },
  };
}
