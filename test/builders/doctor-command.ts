import { generatedSecrets, sandboxKeys } from '../../tools/environment.mjs';
import type { Stack } from '../support/index.ts';
import { commandOn } from './command.ts';

/** What `npm run doctor` says of the stack; `changed` are variables that somebody has set otherwise. */
export async function doctorCommand(stack: Stack, changed: Record<string, string> = {}) {
  const ports = { sandbox: Number(new URL(stack.sandboxUrl).port), smtp: stack.smtpPort };
  const keys = { ...sandboxKeys(ports), ...(await generatedSecrets(stack.home)) };
  const told = Object.keys(changed).length ? { ...keys, ...changed } : {};
  const answer = await commandOn(stack, 'tools/doctor.mjs', told);
  return { ...answer, wrong: answer.lines.filter((line) => line.startsWith('WRONG')) };
}
