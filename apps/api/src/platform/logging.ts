import { pino, stdTimeFunctions, type Logger } from 'pino';
import { Counter } from 'prom-client';
import { logOutput } from './log-output.ts';
import { currentRequest } from './request-context.ts';

export const output: ReturnType<typeof logOutput> = logOutput((lines) =>
  log.error({ lines }, 'log lines were dropped'),
);

const linesDropped = new Counter({
  name: 'lampstand_log_lines_dropped_total',
  help: 'Log lines that could not be written: the disk is full, or nobody reads the output',
});
output.on('drop', () => linesDropped.inc());

/** JSON lines with the id of the request, also in the jobs that it queued, and of the job. Log ids and outcomes only: nothing a person typed, no code, no email, no phone. */
export const log: Logger = pino(
  {
    base: undefined,
    timestamp: stdTimeFunctions.isoTime,
    mixin: () => {
      const { requestId, jobId } = currentRequest();
      return { requestId, jobId };
    },
    formatters: { level: (label) => ({ level: label }) },
  },
  output,
);

/** What may be logged of an error: class, code, status and stack frames, never the message, which could quote a person. */
export function causeOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { kind: typeof error };
  const { code, statusCode, status, command } = error as Error & Record<string, unknown>;
  const place = error.stack
    ?.split('\n')
    .slice(1, 8)
    .map((line) => line.trim());
  return { kind: error.constructor.name, code, status: statusCode ?? status, command, place };
}
