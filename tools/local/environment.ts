/** Ports, addresses, keys and secrets of a local stack: from the environment and the data directory, or free ports. */
import { randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';
import { root } from './setup.ts';

const REAL_KEYS = ['STRIPE_SECRET_KEY', 'TWILIO_ACCOUNT_SID', 'SMTP_URL'];
const WEBHOOK_SECRET = 'whsec_sandbox';
// Free ports are below the ephemeral ones (Linux from 32768, others from 49152), so that a port stays free while its process is down;
// above 10080, which browsers block.
const FIRST_PORT = 12_000;
const LAST_PORT = 32_767;
const PORTS_PER_CLAIM = 20;
const CLAIM_ATTEMPTS = 200;

export type Environment = Record<string, string | undefined>;

type SandboxPorts = { sandbox: number; smtp: number };

/** `DATA_DIR`, absolute. */
export const dataDirOf = (env: Environment) => path.resolve(root, env.DATA_DIR || '.data');

export function portsOf(env: Environment) {
  const port = (name: string, fallback: number) => Number(env[name] || fallback);
  return {
    site: port('PORT', 3000),
    sandbox: port('SANDBOX_PORT', 4242),
    smtp: port('SANDBOX_SMTP_PORT', 1025),
    database: port('DATABASE_PORT', 5433),
    metrics: port('METRICS_PORT', 9464),
  };
}

/** Whether the sandbox replaces the providers: no real key is set. */
export const usesSandbox = (env: Environment) => !REAL_KEYS.some((name) => env[name] || env[`${name}_FILE`]);

/** `DATABASE_URL` or the content of `DATABASE_URL_FILE`; undefined means the embedded server. */
export const databaseUrlOf = (env: Environment) => settingOf(env, 'DATABASE_URL');

/** The address of the tables' owner. */
export const ownerDatabaseUrlOf = (env: Environment) =>
  settingOf(env, 'MIGRATION_DATABASE_URL') ?? settingOf(env, 'DATABASE_URL');

function settingOf(env: Environment, name: string) {
  const file = env[`${name}_FILE`];
  return env[name] || (file ? readFileSync(file, 'utf8').trim() : undefined);
}

export const siteUrlOf = (env: Environment) => env.SITE_URL || `http://localhost:${portsOf(env).site}`;

/** Those of the values whose variable is not set, neither directly nor by a file. */
export const unlessSet = (env: Environment, values: Environment) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !env[name] && !env[`${name}_FILE`]));

export const sandboxEnvironment = ({
  ports,
  dataDir,
  apiUrl,
  origins,
}: {
  ports: SandboxPorts;
  dataDir: string;
  apiUrl: string;
  origins: string[];
}) => ({
  HOST: '127.0.0.1',
  SANDBOX_PORT: String(ports.sandbox),
  SANDBOX_SMTP_PORT: String(ports.smtp),
  DATA_DIR: dataDir,
  SANDBOX_WEBHOOK_URL: `${apiUrl}/api/stripe/webhook`,
  SANDBOX_WEBHOOK_SECRET: WEBHOOK_SECRET,
  SANDBOX_APP_ORIGINS: [...new Set(origins)].join(','),
});

/** Not localhost: the sandbox listens on 127.0.0.1 only, and browsers compare origins as text. */
export const sandboxUrlOf = (ports: SandboxPorts) => `http://127.0.0.1:${ports.sandbox}`;

export const sandboxKeys = (ports: SandboxPorts) => ({
  STRIPE_API_BASE: sandboxUrlOf(ports),
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
  STRIPE_WEBHOOK_SECRETS: WEBHOOK_SECRET,
  TWILIO_API_BASE: sandboxUrlOf(ports),
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(31)}1`,
  TWILIO_AUTH_TOKEN: 'sandboxsandboxsandbox',
  TWILIO_VERIFY_SERVICE_SID: `VA${'0'.repeat(31)}1`,
  TWILIO_VERIFY_TEMPLATE_SID: `HJ${'0'.repeat(31)}1`,
  SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
});

/** Saved in the data directory, so that sessions and mailed links survive a restart. */
export const generatedSecrets = (dataDir: string) =>
  generatedOnce(path.join(dataDir, 'secrets.json'), () => ({
    LINK_SECRETS: secret(32),
    DASHBOARD_WEBHOOK_SECRETS: secret(32),
    SESSION_SECRETS: secret(32),
    INTERNAL_TOKEN: secret(32),
    MAIL_WEBHOOK_SECRET: secret(32),
  }));

/** The login of the first administrator: from the environment, else generated once. */
export async function adminLogin(dataDir: string, env: Environment) {
  const generated = await generatedOnce(path.join(dataDir, 'admin.json'), () => ({
    ADMIN_EMAIL: 'admin@lampstand.example',
    ADMIN_PASSWORD: secret(12),
    ADMIN_DATABASE_PASSWORD: secret(12),
  }));
  return Object.fromEntries(Object.entries(generated).map(([name, value]) => [name, env[name] || value]));
}

const secret = (bytes: number) => randomBytes(bytes).toString('base64url');

async function generatedOnce<T extends Record<string, string>>(file: string, generate: () => T): Promise<T> {
  const known = await readFile(file, 'utf8').then(JSON.parse, () => ({}));
  const values = { ...generate(), ...known };
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(values, null, 2)}\n`, { mode: 0o600 });
  return values;
}

/**
 * Consecutive free ports for tests and benchmarks, which no other caller gets: this process listens on the port before them, so the claim ends with it.
 * @param count at most 19
 */
export async function claimPorts(count: number): Promise<{ ports: number[]; release: () => void }> {
  for (let attempt = 0; attempt < CLAIM_ATTEMPTS; attempt += 1) {
    const guarded = FIRST_PORT + PORTS_PER_CLAIM * randomInt(Math.floor((LAST_PORT - FIRST_PORT) / PORTS_PER_CLAIM));
    const guard = await listen(guarded);
    if (!guard) continue;
    const release = () => void guard.close();
    const ports = Array.from({ length: count }, (_, index) => guarded + 1 + index);
    if (!(await Promise.all(ports.map(isTaken))).some(Boolean)) return { ports, release };
    release();
  }
  throw new Error(`No ${count} free ports side by side between ${FIRST_PORT} and ${LAST_PORT}.`);
}

/** Connects rather than binds: 0.0.0.0, ::1 and 127.0.0.1 can be bound side by side. */
export const isTaken = (port: number): Promise<boolean> =>
  new Promise((answer) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const finish = (taken: boolean) => (socket.destroy(), answer(taken));
    socket.on('connect', () => finish(true)).on('error', () => finish(false));
  });

/** @returns undefined when the port is in use */
const listen = (port: number): Promise<Server | undefined> =>
  new Promise((answer) => {
    const server = createServer().unref();
    server.on('error', () => answer(undefined)).listen(port, '127.0.0.1', () => answer(server));
  });
