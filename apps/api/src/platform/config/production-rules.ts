import { ownerClaims, samplesOf } from '@lampstand/contracts';
import { adminLoginBody } from '@lampstand/contracts/back-office';
import pg from 'pg';
import en from 'zod/v4/locales/en.js';
import { passwordProblem } from '../password-rules.ts';
import { Settings } from './settings.ts';

type Environment = Record<string, string | undefined>;

/** NODE_ENV=production, or any provider that is not the sandbox. */
export const isProduction = (settings: Settings): boolean =>
  settings.NODE_ENV === 'production' || !settings.STRIPE_API_BASE || !settings.TWILIO_API_BASE;

/** Whether traffic to this URL leaves the machine and its container network. */
export const isRemoteUrl = (url: string): boolean => {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return (host.includes('.') || host.includes(':')) && !/^(127\.|\[::1\]$)/.test(host);
};

const SECRETS = [
  'LINK_SECRETS',
  'DASHBOARD_WEBHOOK_SECRETS',
  'SESSION_SECRETS',
  'INTERNAL_TOKEN',
  'MAIL_WEBHOOK_SECRET',
  'ADMIN_PASSWORD',
  'ADMIN_DATABASE_PASSWORD',
] as const;
const MAX_PROXY_HOPS = 5;

/**
 * Settings that contradict each other and, in production, those that are unsafe: one line each, without values. With live keys
 * also the samples that the site still shows.
 */
export function settingsProblems(settings: Settings, env: Environment): string[] {
  const problems: string[] = [];
  const refuse = (when: boolean, text: string) => when && problems.push(text);
  const modes = [settings.STRIPE_SECRET_KEY, settings.STRIPE_PUBLISHABLE_KEY].map((key) => key?.split('_')[1]);

  refuse(
    !!modes[0] && !!modes[1] && modes[0] !== modes[1],
    'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: one is a test key, the other a live key',
  );
  refuse(
    !settings.STRIPE_API_BASE !== !settings.TWILIO_API_BASE,
    'STRIPE_API_BASE and TWILIO_API_BASE: set both for the sandbox or neither for the real providers',
  );
  refuse(
    !!settings.STRIPE_API_BASE && modes[0] === 'live',
    'STRIPE_SECRET_KEY: a live key is refused with the sandbox',
  );
  refuse(!validZone(settings.ORG_TIME_ZONE), 'ORG_TIME_ZONE: is not a time zone of the IANA list');
  refuse(
    !settings.ADMIN_EMAIL !== !settings.ADMIN_PASSWORD,
    'ADMIN_EMAIL and ADMIN_PASSWORD: set both for a first administrator, or neither',
  );
  refuse(
    !!settings.ADMIN_EMAIL && !adminLoginBody.shape.email.safeParse(settings.ADMIN_EMAIL).success,
    'ADMIN_EMAIL: is not an email address that can sign in',
  );
  refuse(
    !!settings.announcementsUrl && !settings.DASHBOARD_WEBHOOK_SECRETS,
    'DASHBOARD_WEBHOOK_SECRETS: is missing; the webhook to DASHBOARD_WEBHOOK_URL is signed with it',
  );
  if (settings.DATABASE_URL && settings.MIGRATION_DATABASE_URL)
    problems.push(...ownerUrlProblems(settings.MIGRATION_DATABASE_URL, settings.DATABASE_URL));
  problems.push(...cutShort(env));
  const claims = claimsProblems(settings.OWNER_CLAIMS);
  problems.push(...claims);
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
  for (const [name, values] of secretsOf(settings)) {
    const password = name.endsWith('PASSWORD');
    const weak = password ? passwordProblem(values[0]!, settings.ADMIN_EMAIL) : values.some(isWeakSecret);
    refuse(Boolean(weak) || values.some(isSandboxSecret), `${name}: is too easy to guess`);
    const others = secretsOf(settings).filter(([other]) => other !== name);
    refuse(
      others.some(([, theirs]) => theirs.some((value) => values.includes(value))),
      `${name}: has the value of another secret`,
    );
  }
  for (const name of ['DATABASE_URL', 'MIGRATION_DATABASE_URL'] as const)
    if (settings[name]) problems.push(...databaseUrlProblems(name, settings[name]));
  refuse(
    Number(settings.TRUST_PROXY) > MAX_PROXY_HOPS || /\/0+(,|\s|$)/.test(settings.TRUST_PROXY),
    'TRUST_PROXY: trusts every address',
  );
  for (const name of ['SITE_URL', 'DASHBOARD_URL', 'DASHBOARD_WEBHOOK_URL', 'SENTRY_DSN'] as const)
    refuse(settings[name]?.startsWith('http:') === true && isRemoteUrl(settings[name] ?? ''), `${name}: must be https`);
  refuse(settings.LIMITS === 'off', 'LIMITS: off is refused in production');
  refuse(!env.SITE_URL, 'SITE_URL: is missing');
  refuse(!env.DASHBOARD_URL, 'DASHBOARD_URL: is missing');
  if (modes[0] !== 'live') return problems;

  for (const name of samplesAmong(settings)) problems.push(`${name}: is a sample`);
  if (!claims.length)
    for (const sample of samplesOf(settings.claims))
      problems.push(`OWNER_CLAIMS: ${sample} is a sample; replace it and remove "sample"`);
  return problems;
}

/** The settings that are samples until the owner sets them. */
export const samplesAmong = (settings: Settings): (typeof SAMPLES)[number][] =>
  SAMPLES.filter((name) => settings[name] === DEFAULTS[name]);

const SAMPLES = ['POSTAL_ADDRESS', 'SUPPORT_EMAIL', 'MAIL_FROM'] as const;
const DEFAULTS = new Settings();

/** Variables whose name is the beginning of a setting that is not set, such as STRIPE_SECRET. */
const cutShort = (env: Environment): string[] =>
  Object.keys(env).flatMap((name) => {
    const meant = name.includes('_') && Object.keys(DEFAULTS).find((each) => each !== name && each.startsWith(name));
    return meant && !(name in DEFAULTS) && !env[meant] ? [`${name}: is not a setting; did you mean ${meant}?`] : [];
  });

/** What is wrong with the file of the owner's claims, without a value. */
function claimsProblems(text: string | undefined): string[] {
  if (!text) return [];
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return ['OWNER_CLAIMS: is not JSON'];
  }
  const { error } = ownerClaims.safeParse(given, { error: en().localeError });
  return (error?.issues ?? []).map(({ path, message }) => `OWNER_CLAIMS: ${path.join('.') || 'the file'}: ${message}`);
}

/** The values of each secret that is set. */
const secretsOf = (settings: Settings): [string, string[]][] =>
  SECRETS.filter((name) => settings[name]).map((name) => [
    name,
    name.endsWith('PASSWORD') ? [settings[name]!] : settings[name]!.split(','),
  ]);

function validZone(timeZone: string): boolean {
  try {
    return !!new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    return false;
  }
}

/** A sandbox secret, a placeholder word, or a few characters repeated. */
const isWeakSecret = (secret: string): boolean =>
  isSandboxSecret(secret) ||
  PLACEHOLDER.test(secret) ||
  REPEATED.test(secret) ||
  new Set(secret).size < MIN_SECRET_VARIETY;

/** The secrets of docker/sandbox.env. */
const isSandboxSecret = (secret: string): boolean => secret.startsWith('only-for-the-sandbox');

const PLACEHOLDER = /change.?me|replace.?me|placeholder|your.?secret|example/i;
const REPEATED = /^(.+?)\1+$/;
const MIN_SECRET_VARIETY = 8;

/** What production refuses in the database URL of `setting`, judged by the options as `pg` parses them. */
export function databaseUrlProblems(setting: string, url: string): string[] {
  const problems: string[] = [];
  const options = optionsOf(url);
  if (!options) return [`${setting}: cannot be read`];
  const { host, user, password, ssl, names, mode } = options;
  if (new Set(names).size < names.length) problems.push(`${setting}: has an option twice`);
  if (names.includes('ssl')) problems.push(`${setting}: needs sslmode instead of ssl`);
  // `verify-ca` accepts the certificate of any other host of that authority.
  if (isRemoteHost(host) && !(ssl && mode === 'verify-full'))
    problems.push(`${setting}: a remote server needs TLS: append ?sslmode=verify-full`);
  if (!isLocalHost(host) && password && (password === user || password === 'postgres'))
    problems.push(`${setting}: the default password is refused on another host`);
  return problems;
}

function optionsOf(url: string) {
  try {
    const { host, user, password, ssl } = new pg.Client({ connectionString: url });
    const { searchParams } = new URL(url, 'postgres://base');
    return { host, user, password, ssl, names: [...searchParams.keys()], mode: searchParams.get('sslmode') };
  } catch {
    return undefined;
  }
}

/** The owner and the serving role must have different names and passwords. */
export function ownerUrlProblems(owner: string, serving: string): string[] {
  const [ownerOptions, servingOptions] = [optionsOf(owner), optionsOf(serving)];
  if (!ownerOptions || !servingOptions) return [];
  if (ownerOptions.user === servingOptions.user)
    return ['MIGRATION_DATABASE_URL: has the role of DATABASE_URL; name the owner of the tables, or omit it'];
  if (ownerOptions.password && ownerOptions.password === servingOptions.password)
    return ['MIGRATION_DATABASE_URL: has the password of DATABASE_URL'];
  return [];
}

/** Neither on this machine nor in its container network. */
const isRemoteHost = (host: string): boolean => /[.:]/.test(host) && !isLocalHost(host);

const isLocalHost = (host: string): boolean => /^(127\.|\[?::1\]?$|localhost$|\/|$)/.test(host);
