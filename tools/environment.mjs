/** What each process of a local stack is told: the one place that knows how site, sandbox and database find each other. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const SITE_VALUES = [
  'PRODUCT_NAME',
  'SUPPORT_EMAIL',
  'DASHBOARD_URL',
  'APP_STORE_URL',
  'PLAY_STORE_URL',
  'VIDEO_STUDENT_URL',
  'VIDEO_PORTAL_URL',
  'POSTAL_ADDRESS',
  'ORG_TIME_ZONE',
];
const REAL_KEYS = ['STRIPE_SECRET_KEY', 'TWILIO_ACCOUNT_SID', 'SMTP_URL'];
const WEBHOOK_SECRET = 'whsec_sandbox';

export function portsOf(env) {
  const port = (name, fallback) => Number(env[name] || fallback);
  return {
    site: port('PORT', 3000),
    sandbox: port('SANDBOX_PORT', 4242),
    smtp: port('SANDBOX_SMTP_PORT', 1025),
    database: port('DATABASE_PORT', 5433),
    metrics: port('METRICS_PORT', 9464),
  };
}

export const wantsSandbox = (env) => !REAL_KEYS.some((name) => env[name] || env[`${name}_FILE`]);

/** The database of one's own, which may also be told by a file; undefined is the embedded one. */
export const addressOf = (env) => toldOf(env, 'DATABASE_URL');

/** The variable with the address of the owner of the tables, for whoever reads or writes them whole. */
export const ownerSettingOf = (env) =>
  toldOf(env, 'MIGRATION_DATABASE_URL') ? 'MIGRATION_DATABASE_URL' : 'DATABASE_URL';

export const ownerAddressOf = (env) => toldOf(env, ownerSettingOf(env));

const toldOf = (env, name) =>
  env[name] || (env[`${name}_FILE`] ? readFileSync(env[`${name}_FILE`], 'utf8').trim() : undefined);

export const siteUrlOf = (env) => env.SITE_URL || `http://localhost:${portsOf(env).site}`;

/** The values that are written into the prerendered pages; a change of one means a new build. */
export const siteValues = (env) =>
  Object.fromEntries([
    ...SITE_VALUES.filter((name) => env[name]).map((name) => [name, env[name]]),
    ['SITE_URL', siteUrlOf(env)],
  ]);

/** Values of ours for what nobody has told, neither by itself nor by a file. */
export const unlessTold = (env, values) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !env[name] && !env[`${name}_FILE`]));

export const sandboxEnvironment = ({ ports, dataDir, apiUrl, origins }) => ({
  HOST: '127.0.0.1',
  SANDBOX_PORT: String(ports.sandbox),
  SANDBOX_SMTP_PORT: String(ports.smtp),
  DATA_DIR: dataDir,
  SANDBOX_WEBHOOK_URL: `${apiUrl}/api/stripe/webhook`,
  SANDBOX_WEBHOOK_SECRET: WEBHOOK_SECRET,
  SANDBOX_APP_ORIGINS: [...new Set(origins)].join(','),
});

/** The address must be 127.0.0.1 and not localhost: the sandbox listens there only, and browsers compare origins as text. */
export const sandboxUrlOf = (ports) => `http://127.0.0.1:${ports.sandbox}`;

export const sandboxKeys = (ports) => ({
  STRIPE_API_BASE: sandboxUrlOf(ports),
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
  STRIPE_WEBHOOK_SECRETS: WEBHOOK_SECRET,
  TWILIO_API_BASE: sandboxUrlOf(ports),
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(31)}1`,
  TWILIO_AUTH_TOKEN: 'sandboxsandboxsandbox',
  TWILIO_VERIFY_SERVICE_SID: `VA${'0'.repeat(31)}1`,
  SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
});

/** Kept in the data directory, so that sessions and mailed links survive a restart. */
export const generatedSecrets = (dataDir) =>
  remembered(path.join(dataDir, 'secrets.json'), () => ({
    LINK_SECRETS: secret(32),
    DASHBOARD_WEBHOOK_SECRETS: secret(32),
    SESSION_SECRETS: secret(32),
    INTERNAL_TOKEN: secret(32),
  }));

export async function adminLogin(dataDir, env) {
  const generated = await remembered(path.join(dataDir, 'admin.json'), () => ({
    ADMIN_EMAIL: 'admin@lampstand.example',
    ADMIN_PASSWORD: secret(12),
    ADMIN_DATABASE_PASSWORD: secret(12),
  }));
  return Object.fromEntries(Object.entries(generated).map(([name, value]) => [name, env[name] || value]));
}

const secret = (bytes) => randomBytes(bytes).toString('base64url');

async function remembered(file, generate) {
  const known = await readFile(file, 'utf8').then(JSON.parse, () => ({}));
  const values = { ...generate(), ...known };
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(values, null, 2)}\n`, { mode: 0o600 });
  return values;
}
