import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import { BadStaffAccount } from './use-cases/staff-accounts.ts';

/** A new password: asked for twice without an echo at a terminal, else all that standard input holds. */
export async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '');
  const first = await ask('New password: ');
  if ((await ask('Once more:    ')) !== first) throw new BadStaffAccount('The two passwords differ.');
  return first;
}

async function ask(question: string): Promise<string> {
  process.stderr.write(question);
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silence, terminal: true });
  terminal.on('SIGINT', () => process.exit(130));
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
