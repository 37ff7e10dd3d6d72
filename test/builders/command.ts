import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Stack } from '../support/index.ts';

/** What a command of `tools/` says and ends with, told to work on this stack. */
export async function commandOn(
  stack: Stack,
  script: string,
  changed: Record<string, string> = {},
  args: string[] = [],
) {
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: stack.home,
    DATABASE_URL: stack.databaseUrl,
    SITE_URL: stack.url,
    SANDBOX_PORT: new URL(stack.sandboxUrl).port,
    SANDBOX_SMTP_PORT: String(stack.smtpPort),
  };
  const child = spawn(process.execPath, [script, ...args], { env: { ...env, ...changed } });
  const [said, complained, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((ended) => child.once('close', ended)),
  ]);
  return { said, lines: said.trimEnd().split('\n'), complained: complained.trim(), code };
}
