import { pino, stdTimeFunctions, type Logger } from 'pino';
import { currentRequest } from './request-context.ts';

/** Ids and outcomes only: no value a person typed, no code, no address of theirs. */
export const log: Logger = pino({
  base: undefined,
  timestamp: stdTimeFunctions.isoTime,
  mixin: () => ({ requestId: currentRequest().requestId }),
  formatters: { level: (label) => ({ level: label }) },
});

/** What of a failure may be written down: its kind, code and place, never a message that could quote a person. */
export function causeOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { kind: typeof error };
  const { code, statusCode, status, command } = error as Error & Record<string, unknown>;
  const place = error.stack
    ?.split('\n')
    .slice(1, 8)
    .map((line) => line.trim());
  return { kind: error.constructor.name, code, status: statusCode ?? status, command, place };
}
