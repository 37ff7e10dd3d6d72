import { pino } from 'pino';

/** Bytes of lines that may wait to be written: about a thousand lines. */
const MOST_WAITING = 256 * 1024;
const RETRY_MS = 1000;

/**
 * Standard output as a destination of pino that no request waits for: on a full disk, or a pipe that nobody reads, lines wait,
 * and when `MOST_WAITING` bytes do, further lines are dropped. It tries again with each line and each second. Once all that
 * waited is written, `onWritable` gets the number of lines that were dropped. Emits `drop` with each of them.
 */
export function logOutput(onWritable: (dropped: number) => void) {
  const output = pino.destination({ sync: true, maxLength: MOST_WAITING, retryEAGAIN: () => false });
  const tryAgain = () => void output.write('');
  let timer: NodeJS.Timeout | undefined;
  let dropped = 0;
  output.on('error', () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      tryAgain();
    }, RETRY_MS).unref();
  });
  output.on('drop', () => (dropped += 1));
  output.on('drain', () => {
    const lines = dropped;
    dropped = 0;
    if (lines) onWritable(lines);
  });
  // The library's own repeats a write that fails until it succeeds, and pino calls it after each fatal line.
  output.flushSync = tryAgain;
  return output;
}
