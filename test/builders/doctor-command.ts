import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { generatedSecrets, sandboxKeys } from '../../tools/environment.mjs';
import type { Stack } from '../support/index.ts';

/** What `npm run doctor` says of the stack, by part; `changed` are variables that somebody has set otherwise. */
export async function doctorCommand(stack: Stack, changed: Record<string, string> = {}) {
  const ports = { sandbox: Number(new URL(stack.sandboxUrl).port), smtp: stack.smtpPort };
  const child = spawn(process.execPath, ['tools/doctor.mjs'], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: stack.home,
      DATABASE_URL: stack.databaseUrl,
      SITE_URL: stack.url,
      SANDBOX_PORT: String(ports.sandbox),
      SANDBOX_SMTP_PORT: String(ports.smtp),
      ...(Object.keys(changed).length && { ...sandboxKeys(ports), ...(await generatedSecrets(stack.home)) }),
      ...changed,
    },
  });
  const [said, complained, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((ended) => child.once('close', ended)),
  ]);
  const lines = said.trim().split('\n');
  return { said, complained, code, wrong: lines.filter((line) => line.startsWith('WRONG')), lines };
}
