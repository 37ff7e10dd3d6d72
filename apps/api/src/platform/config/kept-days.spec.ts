import { describe, expect, it } from '@jest/globals';
import { loadSettings } from './index.ts';

const DEFAULTS = { APPLICATIONS_KEPT_DAYS: 730, REQUESTS_KEPT_DAYS: 365, UNCONFIRMED_READERS_KEPT_DAYS: 30 };
const LOCAL = {
  DATABASE_URL: 'postgres://127.0.0.1:5433/lampstand',
  SITE_URL: 'http://localhost:3000',
  STRIPE_API_BASE: 'http://127.0.0.1:4242',
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
  STRIPE_WEBHOOK_SECRETS: 'whsec_sandbox',
  TWILIO_API_BASE: 'http://127.0.0.1:4242',
  TWILIO_ACCOUNT_SID: `AC${'a1'.repeat(16)}`,
  TWILIO_AUTH_TOKEN: 'b2'.repeat(16),
  TWILIO_VERIFY_SERVICE_SID: `VA${'c3'.repeat(16)}`,
  SMTP_URL: 'smtp://127.0.0.1:1025',
  LINK_SECRETS: 'lQ7v-x2Kd9_mZ4hTbN8wRj3FyGc6LpE1sUa5oXiVe0B',
  SESSION_SECRETS: 'sQ7v-x2Kd9_mZ4hTbN8wRj3FyGc6LpE1sUa5oXiVe0B',
  INTERNAL_TOKEN: 'iQ7v-x2Kd9_mZ4hTbN8wRj3FyGc6LpE1sUa5oXiVe0B',
  DASHBOARD_WEBHOOK_SECRETS: 'dQ7v-x2Kd9_mZ4hTbN8wRj3FyGc6LpE1sUa5oXiVe0B',
};

describe('the days that personal data is kept', () => {
  it('have defaults', () => expect(loadSettings(LOCAL, [])).toMatchObject(DEFAULTS));

  it.each(Object.keys(DEFAULTS))('are a whole number of days: %s', (name) => {
    expect(loadSettings({ ...LOCAL, [name]: '7' }, [])).toMatchObject({ [name]: 7 });
    for (const days of ['0', '-1', '1.5', 'a month', '36501'])
      expect(() => loadSettings({ ...LOCAL, [name]: days }, [])).toThrow(name);
  });
});
