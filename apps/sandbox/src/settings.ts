/** The URL of a file in this package, such as one in `browser/` or `schemas/`. */
export const packageFile = (name: string): URL => new URL(`../${name}`, import.meta.url);

/** The environment variables of the sandbox. */
export interface Settings {
  host: string;
  port: number;
  smtpPort: number;
  dataDir: string;
  webhookUrl: string;
  webhookSecret: string;
  appOrigins: string[];
  smsSenderName: string;
}

export function settingsFrom(env: Record<string, string | undefined>): Settings {
  const appPort = env['PORT'] || '3000';
  return {
    host: env['HOST'] || '127.0.0.1',
    port: portOf('SANDBOX_PORT', env['SANDBOX_PORT'], 4242),
    smtpPort: portOf('SANDBOX_SMTP_PORT', env['SANDBOX_SMTP_PORT'], 1025),
    dataDir: env['DATA_DIR'] || '.data',
    webhookUrl: env['SANDBOX_WEBHOOK_URL'] || `http://127.0.0.1:${appPort}/api/stripe/webhook`,
    webhookSecret: env['SANDBOX_WEBHOOK_SECRET'] || 'whsec_sandbox',
    appOrigins: listOf(env['SANDBOX_APP_ORIGINS']) ?? [`http://localhost:${appPort}`, `http://127.0.0.1:${appPort}`],
    smsSenderName: env['SANDBOX_SMS_SENDER_NAME'] || 'Lampstand',
  };
}

function portOf(name: string, value: string | undefined, fallback: number): number {
  if (!value) return fallback;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`${name} must be a port number, not "${value}"`);
  return port;
}

function listOf(value: string | undefined): string[] | undefined {
  const items = value
    ?.split(',')
    .map((item) => item.trim())
    .filter(Boolean);
  return items?.length ? items : undefined;
}
