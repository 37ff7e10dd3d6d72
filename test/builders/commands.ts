/** Runs the commands of `tools/` against a stack. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { generatedSecrets, sandboxKeys } from '../../tools/local/environment.ts';
import type { Stack } from '../support/index.ts';

/** `said` is standard output, `complained` standard error without outer whitespace, `code` the exit code. */
async function run(script: string, args: string[], env: NodeJS.ProcessEnv, typed = '') {
  const child = spawn(process.execPath, [script, ...args], { env });
  child.stdin.end(typed);
  const [said, complained, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((ended) => child.once('close', ended)),
  ]);
  return { said, complained: complained.trim(), code };
}

/** Runs a script with the settings of the stack, over which `changed` are laid. */
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
  const answer = await run(script, args, { ...env, ...changed });
  return { ...answer, lines: answer.said.trimEnd().split('\n') };
}

const settingsOf = async ({ databaseUrl, sandboxUrl, home }: Stack) => ({
  DATABASE_URL: databaseUrl,
  STRIPE_API_BASE: sandboxUrl,
  SESSION_SECRETS: (await generatedSecrets(home)).SESSION_SECRETS,
});

/** `npm run admin -- …` on the stack's database, with `typed` on standard input. */
export async function adminProcess(stack: Stack, args: string[], typed = '') {
  const answer = await run(
    'apps/api/build/admin.js',
    args,
    { PATH: process.env.PATH, ...(await settingsOf(stack)) },
    typed,
  );
  return { ...answer, said: answer.said.trim() };
}

/** The same inside the test's process, for tests of what a command does. */
export async function adminCommand(stack: Stack, args: string[], typed = '') {
  await import('reflect-metadata');
  const command = await import('../../apps/api/src/admin/auth/staff/admin-command.ts');
  return command
    .runAdminCommand(args, await settingsOf(stack), async () => typed.replace(/\n$/, ''))
    .then(
      (said) => ({ said, complained: '', code: 0 }),
      (error: Error) => ({ said: '', complained: command.messageOf(error), code: 1 }),
    );
}

/** `npm run doctor` on the stack, with `changed` settings. `wrong` are the lines that report a problem. */
export async function doctorCommand(stack: Stack, changed: Record<string, string> = {}) {
  const ports = { sandbox: Number(new URL(stack.sandboxUrl).port), smtp: stack.smtpPort };
  const keys = { ...sandboxKeys(ports), ...(await generatedSecrets(stack.home)) };
  const settings = Object.keys(changed).length ? { ...keys, ...changed } : {};
  const answer = await commandOn(stack, 'tools/operations.ts', settings, ['doctor']);
  return { ...answer, wrong: answer.lines.filter((line) => line.startsWith('WRONG')) };
}
