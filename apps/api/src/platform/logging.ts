import type { LoggerService } from '@nestjs/common';
import { type Logger, pino, stdTimeFunctions } from 'pino';
import { Counter } from 'prom-client';
import { currentRequest } from './request-context.ts';

/** Bytes of lines that may wait to be written: about a thousand lines. */
const MOST_WAITING = 256 * 1024;
const RETRY_MS = 1000;
const PAUSE_AT_EXIT_MS = 10;
const TRIES_AT_EXIT = 50;

/**
 * Standard output for pino that never blocks a request. While it cannot be written (a full disk, a pipe without a reader), up to
 * `MOST_WAITING` bytes of lines wait and further lines are dropped, each with the event `drop`. Every line, every second and the
 * exit of the process try again. The first write that succeeds calls `onWritable` with the number of dropped lines.
 */
function logOutput(onWritable: (dropped: number) => void) {
  const output = pino.destination({ sync: true, maxLength: MOST_WAITING, retryEAGAIN: () => false });
  const tryAgain = () => void output.write('');
  let timer: NodeJS.Timeout | undefined;
  let fails = false;
  let dropped = 0;
  output.on('error', () => {
    fails = true;
    timer ??= setTimeout(() => {
      timer = undefined;
      tryAgain();
    }, RETRY_MS).unref();
  });
  output.on('write', () => (fails = false));
  output.on('drop', () => (dropped += 1));
  const report = () => {
    const lines = dropped;
    if (fails || !lines) return;
    dropped = 0;
    onWritable(lines);
  };
  // Emitted a tick later: the next write may have failed since.
  output.on('drain', report);
  // The library's own repeats a write that fails until it succeeds, and pino calls it after each fatal line.
  output.flushSync = tryAgain;
  process.once('exit', () => {
    for (let tries = 0; fails && tries < TRIES_AT_EXIT; tries += 1) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_AT_EXIT_MS);
      tryAgain();
    }
    report();
  });
  return output;
}

export const output: ReturnType<typeof logOutput> = logOutput((lines) =>
  log.error({ lines }, 'log lines were dropped'),
);

const linesDropped = new Counter({
  name: 'lampstand_log_lines_dropped_total',
  help: 'Log lines that could not be written: the disk is full, or no one reads the output',
});
output.on('drop', () => linesDropped.inc());

/** A line of level error or fatal, or a warning with a cause (`causeOf`), as it is written. */
export interface FailureLine {
  level: 'warning' | 'error' | 'fatal';
  message: string;
  fields: Record<string, unknown>;
}

const failureReaders = new Set<(line: FailureLine) => void>();

/** Calls `read` with each such line. The returned function ends that. */
export function onFailureLine(read: (line: FailureLine) => void): () => void {
  failureReaders.add(read);
  return () => void failureReaders.delete(read);
}

const LEVELS: Record<string, FailureLine['level']> = { warn: 'warning', error: 'error', fatal: 'fatal' };

const ids = () => {
  const { requestId, jobId } = currentRequest();
  return { requestId, jobId };
};

/** JSON lines with the id of the request, also in the jobs that it queued, and of the job. Log ids and outcomes only: nothing a person typed, no code, no email, no phone. */
export const log: Logger = pino(
  {
    base: undefined,
    timestamp: stdTimeFunctions.isoTime,
    mixin: ids,
    formatters: { level: (label) => ({ level: label }) },
    hooks: {
      logMethod(args, write, value) {
        write.apply(this, args);
        if (!failureReaders.size) return;
        const [fields, message] = (typeof args[0] === 'string' ? [{}, args[0]] : args) as [object, string];
        const level = LEVELS[this.levels.labels[value]!];
        if (!level || (level === 'warning' && !('place' in fields))) return;
        for (const read of failureReaders) read({ level, message, fields: { ...ids(), ...fields } });
      },
    },
  },
  output,
);

/** What may be logged of an error: class, code, status and stack frames, never the message, which could quote a person. */
export function causeOf(error: unknown): Record<string, unknown> {
  if (!hasStack(error)) return { kind: typeof error };
  const { code, statusCode, status, command, stack } = error;
  const place = stack
    .split('\n')
    .slice(1, 8)
    .map((line) => line.trim());
  const kind = error instanceof Error ? error.constructor.name : stack.split(':')[0];
  return { kind, code, status: statusCode ?? status, command, place };
}

/** An error, or the copy of one that pg-boss passes on. */
const hasStack = (error: unknown): error is { stack: string } & Record<string, unknown> =>
  typeof error === 'object' && error !== null && 'stack' in error && typeof error.stack === 'string';

/** Warnings and errors of Nest as lines of the log. Its texts are about the code, but those of errors are left out. */
export const nestLogger: LoggerService = {
  log: () => undefined,
  warn: (message: unknown, ...more: unknown[]) => log.warn(ofNest(message, more), 'nest'),
  error: (message: unknown, ...more: unknown[]) => log.error(ofNest(message, more), 'nest'),
};

/** The last argument is the class that writes. */
const ofNest = (message: unknown, more: unknown[]) => ({
  context: more.at(-1),
  ...(typeof message === 'string' ? { message } : causeOf(message)),
});
