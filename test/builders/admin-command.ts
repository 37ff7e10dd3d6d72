import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Stack } from '../support/index.ts';

/** What `npm run admin -- …` does on the stack's database; `typed` is what it finds on standard input. */
export async function adminCommand(stack: Stack, args: string[], typed = '') {
  const { databaseUrl: DATABASE_URL, sandboxUrl: STRIPE_API_BASE } = stack;
  const env = { PATH: process.env.PATH, DATABASE_URL, STRIPE_API_BASE };
  const child = spawn(process.execPath, ['apps/api/build/admin.js', ...args], { env });
  child.stdin.end(typed);
  const [said, complained, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((ended) => child.once('close', ended)),
  ]);
  return { said: said.trim(), complained: complained.trim(), code };
}
