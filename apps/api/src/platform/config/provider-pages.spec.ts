/** The pages of Stripe and Twilio that the back office links to. */
import { describe, expect, it } from '@jest/globals';
import { Settings } from './settings.ts';

const SANDBOX = { STRIPE_SECRET_KEY: 'sk_test_sandbox', STRIPE_API_BASE: 'http://127.0.0.1:4242' };
const settings = (given: Partial<Settings>) => Object.assign(new Settings(), given);

describe('the pages that staff are linked to', () => {
  it.each([
    [{ STRIPE_SECRET_KEY: 'sk_live_4242abcdefgh' }, 'https://dashboard.stripe.com'],
    [{ STRIPE_SECRET_KEY: 'rk_test_4242abcdefgh' }, 'https://dashboard.stripe.com/test'],
    [SANDBOX, 'http://127.0.0.1:4242/dashboard'],
    [
      { ...SANDBOX, STRIPE_DASHBOARD_URL: 'https://dashboard.stripe.com/acct_1/' },
      'https://dashboard.stripe.com/acct_1',
    ],
  ])('are in the mode of the key: %j', (given, url) => expect(settings(given).stripeDashboard).toBe(url));

  it.each([
    [{}, 'https://console.twilio.com/us1/monitor/logs/verify-logs'],
    [SANDBOX, 'http://127.0.0.1:4242/#phone'],
    [{ TWILIO_VERIFY_LOG_URL: 'https://logs.example/verify' }, 'https://logs.example/verify'],
  ])('include the log of codes: %j', (given, url) => expect(settings(given).twilioVerifyLog).toBe(url));
});
