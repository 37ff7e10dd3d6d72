/** `npm run admin`: runs an admin command in a process of its own. */
import 'reflect-metadata';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { messageOf, runAdminCommand } from './admin-command.ts';
import { StaffAccountError } from './staff-accounts.ts';

/** Reads a new password: at a terminal twice and without echo, otherwise from standard input. */
async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '');
  const first = await ask('New password: ');
  if ((await ask('Repeat it:    ')) !== first) throw new StaffAccountError('The two passwords differ.');
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

await runAdminCommand(process.argv.slice(2), process.env, askPassword).then(
  (message) => console.log(message),
  (error: Error) => {
    console.error(messageOf(error));
    process.exitCode = 1;
  },
);
