import { afterAll, describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SAMPLE_CLAIMS } from '@lampstand/contracts';
import { InvalidSettings, isProduction, loadSettings } from './index.ts';
import { Settings } from './settings.ts';

type Environment = Record<string, string | undefined>;
/** A strong secret, different for each letter. */
const strong = (letter: string) => `${letter}Q7v-x2Kd9_mZ4hTbN8wRj3FyGc6LpE1sUa5oXiVe0B`;

const SECRETS = { LINK_SECRETS: strong('l'), SESSION_SECRETS: strong('s'), INTERNAL_TOKEN: strong('i') };
const REAL: Environment = {
  ...SECRETS,
  DATABASE_URL: 'postgres://lampstand:hunter2hunter2@db.internal/lampstand?sslmode=verify-full',
  SITE_URL: 'https://lampstand.church',
  DASHBOARD_URL: 'https://dashboard.lampstand.church',
  STRIPE_SECRET_KEY: 'sk_live_4242abcdefgh',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_4242abcdefgh',
  STRIPE_WEBHOOK_SECRETS: 'whsec_4242abcdefgh',
  TWILIO_ACCOUNT_SID: `AC${'a1'.repeat(16)}`,
  TWILIO_AUTH_TOKEN: 'b2'.repeat(16),
  TWILIO_VERIFY_SERVICE_SID: `VA${'c3'.repeat(16)}`,
  SMTP_URL: 'smtps://mailer:correcthorse@smtp.lampstand.church',
  POSTAL_ADDRESS: 'Lampstand Inc., 1 Main Street, Waco, TX 76701',
  SUPPORT_EMAIL: 'help@lampstand.church',
  MAIL_FROM: 'hello@lampstand.church',
  OWNER_CLAIMS: JSON.stringify(SAMPLE_CLAIMS).replaceAll(',"sample":true', ''),
};
const FIRST = { ADMIN_EMAIL: 'first@lampstand.church', ADMIN_PASSWORD: 'a lamp on its stand' };
const LOCAL: Environment = {
  ...REAL,
  SITE_URL: undefined,
  DASHBOARD_URL: undefined,
  DASHBOARD_WEBHOOK_SECRETS: strong('d'),
  STRIPE_API_BASE: 'http://127.0.0.1:4242',
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
  STRIPE_WEBHOOK_SECRETS: 'whsec_sandbox',
  TWILIO_API_BASE: 'http://127.0.0.1:4242',
};

function refusalOf(env: Environment): string {
  try {
    loadSettings(env);
  } catch (error) {
    if (error instanceof InvalidSettings) return error.message;
    throw error;
  }
  throw new Error('It was taken.');
}

describe('settings for real providers', () => {
  it('are accepted when complete, and imply production', () => {
    const settings = loadSettings(REAL);
    expect(isProduction(settings)).toBe(true);
    expect(settings.sandbox).toBeUndefined();
    expect(settings).toMatchObject({ PORT: 3000, LIMITS: 'on', RESUME_PRIVACY: 'strict', HOST: '127.0.0.1' });
  });

  it('may name a first administrator and a password of the database page', () => {
    const given = { ...FIRST, ADMIN_DATABASE_PASSWORD: 'under no bushel' };
    expect(loadSettings({ ...REAL, ...given })).toMatchObject(given);
    expect(loadSettings(REAL).ADMIN_EMAIL).toBeUndefined();
  });

  it.each([
    'postgres://127.0.0.1:5433/lampstand',
    'postgres://u:p@database:5432/lampstand',
    'postgres://[::1]/lampstand',
  ])('need no TLS to a local database: %s', (DATABASE_URL) =>
    expect(loadSettings({ ...REAL, DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL),
  );

  it('require a second factor of administrators by default', () => {
    const all = [REAL, { ...REAL, STAFF_SECOND_FACTOR: 'optional' }, LOCAL].map(loadSettings);
    expect(all.map((each) => each.STAFF_SECOND_FACTOR)).toEqual(['administrators', 'optional', 'optional']);
  });

  it('limit the number of text messages', () => {
    expect(loadSettings(REAL)).toMatchObject({ CODES_PER_DAY: 5000 });
    expect(loadSettings({ ...REAL, CODES_PER_DAY: '120000' })).toMatchObject({ CODES_PER_DAY: 120_000 });
  });

  it('accept a second secret during a rotation', () => {
    const [now, before] = [strong('n'), strong('b')];
    expect(loadSettings({ ...REAL, LINK_SECRETS: `${now},${before}` }).linkSecrets).toEqual([now, before]);
  });

  it.each<[string, Environment]>([
    ['SITE_URL', { SITE_URL: undefined }],
    ['DASHBOARD_URL', { DASHBOARD_URL: undefined }],
    ['LIMITS', { LIMITS: 'off' }],
    ['STAFF_SECOND_FACTOR', { STAFF_SECOND_FACTOR: 'off' }],
    ['STRIPE_PUBLISHABLE_KEY', { STRIPE_PUBLISHABLE_KEY: 'pk_test_4242abcdefgh' }],
    ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: undefined }],
    ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'sk_test_sandbox', STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox' }],
    ['STRIPE_WEBHOOK_SECRETS', { STRIPE_WEBHOOK_SECRETS: 'whsec_sandbox' }],
    ['STRIPE_WEBHOOK_SECRETS', { STRIPE_WEBHOOK_SECRETS: undefined }],
    ['STRIPE_API_BASE', { STRIPE_API_BASE: 'http://127.0.0.1:4242' }],
    ['TWILIO_API_BASE', { TWILIO_API_BASE: 'http://127.0.0.1:4242' }],
    [
      'STRIPE_API_BASE',
      { NODE_ENV: 'production', STRIPE_API_BASE: 'http://127.0.0.1:4242', TWILIO_API_BASE: 'http://127.0.0.1:4242' },
    ],
    ['TWILIO_AUTH_TOKEN', { TWILIO_AUTH_TOKEN: undefined }],
    ['TWILIO_VERIFY_SERVICE_SID', { TWILIO_VERIFY_SERVICE_SID: 'VAshort' }],
    ['SMTP_URL', { SMTP_URL: 'https://smtp.lampstand.church' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://db.internal' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://lampstand:hunter2hunter2@db.internal/lampstand' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://lampstand:hunter2hunter2@10.0.0.7/lampstand?sslmode=disable' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://lampstand:hunter2hunter2@db.internal/lampstand?sslmode=no-verify' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://lampstand:hunter2hunter2@db.internal/lampstand?sslmode=require' }],
    ['SITE_URL', { SITE_URL: 'http://lampstand.church' }],
    ['DASHBOARD_URL', { DASHBOARD_URL: 'http://dashboard.lampstand.church' }],
    ['DASHBOARD_WEBHOOK_URL', { DASHBOARD_WEBHOOK_URL: 'http://dashboard.lampstand.church/hooks' }],
    ['STRIPE_WEBHOOK_SECRETS', { STRIPE_WEBHOOK_SECRETS: 'whsec_first1234,whsec_second1234,whsec_third1234' }],
    ['LINK_SECRETS', { LINK_SECRETS: 'tooshort' }],
    ['LINK_SECRETS', { LINK_SECRETS: `${strong('l')},` }],
    ['LINK_SECRETS', { LINK_SECRETS: `${strong('l')},tooshort` }],
    ['SESSION_SECRETS', { SESSION_SECRETS: undefined }],
    ['INTERNAL_TOKEN', { INTERNAL_TOKEN: 'changeme' }],
    ['LINK_SECRETS', { LINK_SECRETS: `only-for-the-sandbox-${strong('l')}` }],
    ['ADMIN_PASSWORD', { ...FIRST, ADMIN_PASSWORD: 'fourteen chars' }],
    ['ADMIN_PASSWORD', { ...FIRST, ADMIN_PASSWORD: 'l'.repeat(201) }],
    ['ADMIN_PASSWORD', { ...FIRST, ADMIN_PASSWORD: 'only-for-the-sandbox-admin' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: FIRST.ADMIN_EMAIL }],
    ['ADMIN_EMAIL', { ADMIN_PASSWORD: FIRST.ADMIN_PASSWORD }],
    ['ADMIN_EMAIL', { ...FIRST, ADMIN_EMAIL: 'somebody@intranet' }],
    ['ADMIN_DATABASE_PASSWORD', { ADMIN_DATABASE_PASSWORD: 'changeme' }],
    ['ADMIN_DATABASE_PASSWORD', { ...FIRST, ADMIN_DATABASE_PASSWORD: FIRST.ADMIN_PASSWORD }],
    ['LINK_SECRETS', { LINK_SECRETS: `${strong('l')},only-for-the-sandbox-links-0123456789abcdef` }],
    ['LINK_SECRETS', { LINK_SECRETS: `${strong('l')},${'l'.repeat(43)}` }],
    ['SESSION_SECRETS', { SESSION_SECRETS: 'abcdefghijklmnop'.repeat(3) }],
    ['INTERNAL_TOKEN', { INTERNAL_TOKEN: `changeme-${strong('i')}` }],
    ['SESSION_SECRETS', { SESSION_SECRETS: `${strong('s')},${strong('l')}` }],
    ['STRIPE_WEBHOOK_SECRETS', { STRIPE_WEBHOOK_SECRETS: 'whsec_4242abcdefgh,whsec_sandbox' }],
    ['DASHBOARD_WEBHOOK_SECRETS', { DASHBOARD_WEBHOOK_URL: 'https://dashboard.lampstand.church/hooks' }],
    ['ADMIN_PASSWORD', { ...FIRST, ADMIN_PASSWORD: 'a'.repeat(15) }],
    ['ADMIN_DATABASE_PASSWORD', { ADMIN_DATABASE_PASSWORD: 'a'.repeat(15) }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://u:p@localhost/lampstand?host=db.elsewhere.example' }],
    ['DATABASE_URL', { DATABASE_URL: `${REAL.DATABASE_URL}&sslmode=disable` }],
    ['DATABASE_URL', { DATABASE_URL: `${REAL.DATABASE_URL}&ssl=false` }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://postgres:postgres@database:5432/lampstand' }],
    ['MIGRATION_DATABASE_URL', { MIGRATION_DATABASE_URL: 'postgres://owner:correcthorse@db.internal/lampstand' }],
    ['MIGRATION_DATABASE_URL', { MIGRATION_DATABASE_URL: REAL.DATABASE_URL }],
    ['TRUST_PROXY', { TRUST_PROXY: '0.0.0.0/0' }],
    ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.1,::/0' }],
    ['TRUST_PROXY', { TRUST_PROXY: '99' }],
    ['ORG_TIME_ZONE', { ORG_TIME_ZONE: 'America/Dallas' }],
    ['PORT', { PORT: 'eighty' }],
    ['CODES_PER_DAY', { CODES_PER_DAY: '0' }],
    ['CODES_PER_DAY', { CODES_PER_DAY: 'all' }],
    ['RESUME_PRIVACY', { RESUME_PRIVACY: 'sometimes' }],
    ['SITE_URL', { SITE_URL: 'lampstand' }],
    ['SITE_URL', { SITE_URL: 'https://lampstand.church/app' }],
    ['SMTP_URL', { SMTP_URL: 'smtp://mailer:correct/horse@smtp.lampstand.church' }],
    ['SMTP_URL', { SMTP_URL: 'smtp://mailer:correct@horse@smtp.lampstand.church' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'true' }],
    ['DATABASE_URL', { DATABASE_URL: REAL.DATABASE_URL!.replace('verify-full', 'verify-ca') }],
    ['MAIL_FROM', { MAIL_FROM: undefined }],
    ['SUPPORT_EMAIL', { SUPPORT_EMAIL: undefined }],
    ['OWNER_CLAIMS', { OWNER_CLAIMS: undefined }],
    ['OWNER_CLAIMS', { OWNER_CLAIMS: '{}' }],
  ])('are refused for their %s: %j', (name, changed) => {
    const refusal = refusalOf({ ...REAL, ...changed });
    expect(refusal).toMatch(new RegExp(`^- .*\\b${name}\\b`, 'm'));
    expectNoValueIn(refusal, { ...REAL, ...changed });
    expect(refusal).not.toMatch(/regular expression|[\^$]/);
  });

  it('name what was meant by a name that is cut short', () => {
    const { STRIPE_WEBHOOK_SECRETS: STRIPE_WEBHOOK_SECRET, ...others } = REAL;
    expect(refusalOf({ ...others, STRIPE_WEBHOOK_SECRET })).toContain(
      '\n- STRIPE_WEBHOOK_SECRET: is not a setting; did you mean STRIPE_WEBHOOK_SECRETS?',
    );
  });

  it('name the one that is missing, and no other because of it', () => {
    expect(
      refusalOf({ ...REAL, STRIPE_SECRET_KEY: undefined })
        .split('\n- ')
        .slice(1),
    ).toEqual([expect.stringMatching(/^STRIPE_SECRET_KEY: is missing/)]);
  });

  it('are refused with all problems in one message', () => {
    const refusal = refusalOf({ LIMITS: 'off', PORT: '99999' });
    for (const name of [
      'DATABASE_URL',
      'STRIPE_SECRET_KEY',
      'TWILIO_ACCOUNT_SID',
      'SMTP_URL',
      'LINK_SECRETS',
      'PORT',
      'LIMITS',
      'SITE_URL',
    ])
      expect(refusal).toContain(`- ${name}: `);
  });
});

describe('a setting given by a file', () => {
  const home = mkdtempSync(path.join(tmpdir(), 'lampstand-settings-'));
  const file = (name: string, text: string) => {
    const place = path.join(home, name);
    writeFileSync(place, text);
    return place;
  };
  afterAll(() => rmSync(home, { recursive: true }));

  it('is read from it, without the newline at its end', () => {
    const given = {
      DATABASE_URL_FILE: file('database', `${REAL.DATABASE_URL}\n`),
      LINK_SECRETS_FILE: file('links', `${strong('n')},${strong('b')}\n`),
      STRIPE_SECRET_KEY_FILE: file('stripe', REAL.STRIPE_SECRET_KEY!),
    };
    const none = { DATABASE_URL: undefined, LINK_SECRETS: '', STRIPE_SECRET_KEY: undefined };
    expect(loadSettings({ ...REAL, ...none, ...given })).toMatchObject({
      DATABASE_URL: REAL.DATABASE_URL,
      linkSecrets: [strong('n'), strong('b')],
      STRIPE_SECRET_KEY: REAL.STRIPE_SECRET_KEY,
    });
  });

  it.each<[string, Environment]>([
    ['is refused when the variable is set, too', { INTERNAL_TOKEN_FILE: file('token', strong('t')) }],
    [
      'is refused when the file does not exist',
      { INTERNAL_TOKEN: undefined, INTERNAL_TOKEN_FILE: path.join(home, 'none') },
    ],
    ['follows the same rules', { INTERNAL_TOKEN: undefined, INTERNAL_TOKEN_FILE: file('short', 'changeme') }],
  ])('%s', (_what, given) => {
    const refusal = refusalOf({ ...REAL, ...given });
    expect(refusal).toMatch(/^- INTERNAL_TOKEN(_FILE)?: /m);
    expectNoValueIn(refusal, { ...REAL, ...given, token: strong('t'), short: 'changeme' });
  });
});

describe('settings for the sandbox', () => {
  it('need no SITE_URL', () => {
    const settings = loadSettings({ ...LOCAL, PORT: '3100', LIMITS: 'off' });
    expect(isProduction(settings)).toBe(false);
    expect(settings).toMatchObject({ SITE_URL: 'http://localhost:3100', PORT: 3100, LIMITS: 'off' });
    expect(settings.announcementsUrl).toBe('http://127.0.0.1:4242/standin/webhooks');
  });

  it('accept any administrator password', () => {
    const given = { ADMIN_EMAIL: 'admin@lampstand.example', ADMIN_PASSWORD: 'lamp', ADMIN_DATABASE_PASSWORD: 'lamp' };
    expect(loadSettings({ ...LOCAL, ...given })).toMatchObject(given);
  });

  it('never accept a live key', () => {
    const live = { STRIPE_SECRET_KEY: 'sk_live_4242abcdefgh', STRIPE_PUBLISHABLE_KEY: 'pk_live_4242abcdefgh' };
    expect(refusalOf({ ...LOCAL, ...live })).toContain('a live key is refused with the sandbox');
  });

  it('are refused in production', () => {
    expect(refusalOf({ ...LOCAL, NODE_ENV: 'production' })).toContain('the sandbox is refused in production');
  });

  it('treat an empty variable as unset', () => {
    const { PRODUCT_NAME, PORT } = loadSettings({ ...LOCAL, PRODUCT_NAME: '', PORT: '' });
    expect([PRODUCT_NAME, PORT]).toEqual(['Lampstand', 3000]);
  });

  it('drop a trailing slash of SITE_URL', () => {
    const SITE_URL = 'https://try.lampstand.church';
    expect(loadSettings({ ...LOCAL, SITE_URL: `${SITE_URL}/` }).SITE_URL).toBe(SITE_URL);
  });
});

/** Given values may be secrets: no message contains one. */
function expectNoValueIn(message: string, env: Environment): void {
  for (const value of Object.values(env))
    if (value && value.length > 4 && value !== 'production') expect(message).not.toContain(value);
}

const SANDBOX = { STRIPE_SECRET_KEY: 'sk_test_sandbox', STRIPE_API_BASE: 'http://127.0.0.1:4242' };
const settings = (given: Partial<Settings>) => Object.assign(new Settings(), given);

describe('the pages that staff are linked to', () => {
  it.each([
    [{ STRIPE_SECRET_KEY: 'sk_live_4242abcdefgh' }, 'https://dashboard.stripe.com'],
    [{ STRIPE_SECRET_KEY: 'rk_test_4242abcdefgh' }, 'https://dashboard.stripe.com/test'],
    [SANDBOX, 'http://127.0.0.1:4242/dashboard'],
  ])('are in the mode of the key: %j', (given, url) => expect(settings(given).stripeDashboard).toBe(url));

  it.each([
    [{}, 'https://console.twilio.com/us1/monitor/logs/verify-logs'],
    [SANDBOX, 'http://127.0.0.1:4242/#phone'],
  ])('include the log of codes: %j', (given, url) => expect(settings(given).twilioVerifyLog).toBe(url));
});
