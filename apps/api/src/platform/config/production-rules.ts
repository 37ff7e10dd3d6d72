import { adminLoginBody } from '@lampstand/contracts/back-office';
import type { Settings } from './settings.ts';

type Environment = Record<string, string | undefined>;

/** Production is asked for by name, or by any real key: a provider that is not the sandbox. */
export const isProduction = (settings: Settings): boolean =>
  settings.NODE_ENV === 'production' || !settings.STRIPE_API_BASE || !settings.TWILIO_API_BASE;

/** Whether what is sent to this address passes a wire that others may listen to: not on this machine or its container network. */
export const leavesTheMachine = (url: string): boolean => {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return (host.includes('.') || host.includes(':')) && !/^(127\.|\[::1\]$)/.test(host);
};

/** `require` alone verifies nobody in the next major version of pg. */
const ENCRYPTED = /[?&]sslmode=verify-(ca|full)(&|$)/;

/** What docker/sandbox.env holds where a secret belongs. */
const SANDBOX_SECRET = /^only-for-the-sandbox/;
const SECRETS = [
  'LINK_SECRETS',
  'SESSION_SECRETS',
  'INTERNAL_TOKEN',
  'ADMIN_PASSWORD',
  'ADMIN_DATABASE_PASSWORD',
] as const;

const SHORTEST_PASSWORD = 15;

/** What must not be: half a set of keys, test and live mixed, and the sandbox or lifted limits in production. */
export function problemsOf(settings: Settings, env: Environment): string[] {
  const problems: string[] = [];
  const refuse = (when: boolean, text: string) => when && problems.push(text);
  const modes = [settings.STRIPE_SECRET_KEY, settings.STRIPE_PUBLISHABLE_KEY].map((key) => key?.split('_')[1]);

  refuse(
    modes[0] !== modes[1],
    'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: one is a test key, the other a live key',
  );
  refuse(
    !settings.STRIPE_API_BASE !== !settings.TWILIO_API_BASE,
    'STRIPE_API_BASE and TWILIO_API_BASE: set both for the sandbox or neither for the real providers',
  );
  refuse(!!settings.STRIPE_API_BASE && modes[0] === 'live', 'STRIPE_SECRET_KEY: a live key never goes to the sandbox');
  refuse(!validZone(settings.ORG_TIME_ZONE), 'ORG_TIME_ZONE: is not a time zone of the IANA list');
  refuse(
    !settings.ADMIN_EMAIL !== !settings.ADMIN_PASSWORD,
    'ADMIN_EMAIL and ADMIN_PASSWORD: set both for a first administrator, or neither',
  );
  refuse(
    !!settings.ADMIN_EMAIL && !adminLoginBody.shape.email.safeParse(settings.ADMIN_EMAIL).success,
    'ADMIN_EMAIL: is no address that one could sign in with',
  );
  if (!isProduction(settings)) return problems;

  refuse(!!settings.STRIPE_API_BASE, 'STRIPE_API_BASE: the sandbox is refused in production');
  refuse(!!settings.TWILIO_API_BASE, 'TWILIO_API_BASE: the sandbox is refused in production');
  refuse(
    /sandbox/.test(settings.STRIPE_SECRET_KEY ?? ''),
    'STRIPE_SECRET_KEY: the sandbox key is refused in production',
  );
  refuse(
    /sandbox/.test(settings.STRIPE_WEBHOOK_SECRETS ?? ''),
    'STRIPE_WEBHOOK_SECRETS: the sandbox secret is refused in production',
  );
  for (const name of SECRETS)
    refuse(SANDBOX_SECRET.test(settings[name] ?? ''), `${name}: the secret of the sandbox is refused in production`);
  for (const name of ['ADMIN_PASSWORD', 'ADMIN_DATABASE_PASSWORD'] as const)
    refuse(
      (settings[name]?.length ?? SHORTEST_PASSWORD) < SHORTEST_PASSWORD,
      `${name}: has fewer than ${SHORTEST_PASSWORD} characters`,
    );
  refuse(
    !!settings.ADMIN_PASSWORD && settings.ADMIN_PASSWORD === settings.ADMIN_DATABASE_PASSWORD,
    'ADMIN_DATABASE_PASSWORD: must differ from ADMIN_PASSWORD',
  );
  refuse(
    leavesTheMachine(settings.DATABASE_URL ?? '') && !ENCRYPTED.test(settings.DATABASE_URL),
    'DATABASE_URL: a server beyond this machine wants TLS: end it with ?sslmode=verify-full',
  );
  for (const name of ['SITE_URL', 'DASHBOARD_URL', 'DASHBOARD_WEBHOOK_URL'] as const)
    refuse(
      settings[name]?.startsWith('http:') === true && leavesTheMachine(settings[name] ?? ''),
      `${name}: must be https`,
    );
  refuse(settings.LIMITS === 'off', 'LIMITS: off is refused in production');
  refuse(!env.SITE_URL, 'SITE_URL: is missing');
  refuse(!env.DASHBOARD_URL, 'DASHBOARD_URL: is missing');
  return problems;
}

function validZone(timeZone: string): boolean {
  try {
    return !!new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    return false;
  }
}
