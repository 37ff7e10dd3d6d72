import { spawn } from 'node:child_process';

interface Options {
  env?: Record<string, string>;
  /** Written to standard input. */
  input?: string;
}

/** Runs a program and returns its standard output. Throws all its output if it fails. */
export function run(program: string, args: string[], { env, input }: Options = {}): Promise<string> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], ...(env && { env }) });
  const output: Buffer[] = [];
  const all: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => (output.push(chunk), all.push(chunk)));
  child.stderr.on('data', (chunk: Buffer) => all.push(chunk));
  child.stdin.on('error', () => {});
  child.stdin.end(input ?? '');
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', (code, signal) => {
      if (code === 0) return done(Buffer.concat(output).toString());
      failed(new Error(`${program} ${args.join(' ')} ended with ${signal ?? code}:\n${Buffer.concat(all)}`));
    });
  });
}
