import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';

/** Shorter than the line that tells their number, which has no room then; more than what waits and what a pipe takes. */
const LINES = 10_000;
const SCRIPT = `
  import { log } from '${new URL('logging.ts', import.meta.url).href}';
  for (let n = 0; n < ${LINES}; n += 1) log.info('short');
  process.send('logged');
  setInterval(() => {}, 1000);
`;
const FLAGS = [
  `--import=${new URL('../../../../tools/typescript.ts', import.meta.url).href}`,
  '--input-type=module',
  `--eval=${SCRIPT}`,
];

it('The server logs how many lines it dropped while its output was not read', async () => {
  const child = spawn(process.execPath, FLAGS, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  await once(child, 'message');
  const seen = { written: 0, dropped: 0 };
  for await (const text of createInterface(child.stdout!)) {
    const { msg, lines } = JSON.parse(text) as { msg: string; lines: number };
    if (msg === 'log lines were dropped') {
      seen.dropped = lines;
      break;
    }
    seen.written += 1;
  }
  child.kill();
  expect(seen.written).toBeGreaterThan(2000);
  expect(seen.written + seen.dropped).toBe(LINES);
});

it('Warnings and errors of Nest are lines of the log, and an error without its message', async () => {
  const script = `
    import { nestLogger } from '${new URL('logging.ts', import.meta.url).href}';
    nestLogger.error("Nest can't resolve dependencies", 'at here', 'Injector');
    nestLogger.error(new TypeError('of someone'), 'ExceptionsHandler');
    nestLogger.log('Starting', 'NestFactory');`;
  const flags = FLAGS.map((flag) => (flag.startsWith('--eval=') ? `--eval=${script}` : flag));
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = [];
  for await (const line of createInterface(child.stdout)) lines.push(JSON.parse(line));
  expect(lines).toMatchObject([
    { level: 'error', context: 'Injector', message: "Nest can't resolve dependencies", msg: 'nest' },
    { level: 'error', context: 'ExceptionsHandler', kind: 'TypeError', msg: 'nest' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('of someone');
});
