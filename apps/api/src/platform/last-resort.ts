import { causeOf, log } from './logging.ts';

const PATIENCE_MS = 20_000;

interface Process {
  on(event: 'uncaughtException' | 'unhandledRejection', take: (error: unknown) => void): unknown;
  exit(code: number): void;
}

/**
 * For what nobody caught: it is written down as any failure is, without the message that Node would print, requests under way
 * are answered, and the process ends for its supervisor to start it anew.
 */
export function lastResort(process: Process, close: () => Promise<unknown>): void {
  let ending = false;
  const take = (error: unknown): void => {
    log.fatal(causeOf(error), 'nobody caught this');
    if (ending) return;
    ending = true;
    const exit = () => process.exit(1);
    setTimeout(exit, PATIENCE_MS).unref();
    close().then(exit, exit);
  };
  process.on('uncaughtException', take);
  process.on('unhandledRejection', take);
}
