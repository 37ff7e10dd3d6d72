import { pino } from 'pino';

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
export function logOutput(onWritable: (dropped: number) => void) {
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
