import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installCrashHandlers } from './shutdown.ts';
import { log } from './logging.ts';

const logged: string[] = [];
beforeEach(() => {
  vi.spyOn(log, 'fatal').mockImplementation((cause: unknown) => void logged.push(JSON.stringify(cause)));
});
afterEach(() => {
  vi.restoreAllMocks();
  logged.length = 0;
});

/** A fake process that records its exit codes. */
const aProcess = () => {
  const ends: number[] = [];
  return Object.assign(new EventEmitter(), { ends, exit: (code: number) => void ends.push(code) });
};

describe.each(['uncaughtException', 'unhandledRejection'] as const)('an %s', (event) => {
  it('is logged without its message, and the process exits after the server has closed', async () => {
    const process = aProcess();
    let rest = () => {};
    installCrashHandlers(process, () => new Promise<void>((done) => (rest = done)));
    process.emit(event, Object.assign(new Error('mary@church.example'), { code: 'EODD' }));
    expect(logged).toEqual([expect.stringContaining('EODD')]);
    expect(logged[0]).not.toContain('mary');
    expect(process.ends).toEqual([]);
    rest();
    await new Promise(setImmediate);
    expect(process.ends).toEqual([1]);
  });

  it('exits also when closing fails, and closes once', async () => {
    const process = aProcess();
    let closings = 0;
    installCrashHandlers(process, async () => {
      closings += 1;
      throw new Error('no');
    });
    process.emit(event, 'a text');
    process.emit(event, undefined);
    await new Promise(setImmediate);
    expect({ closings, ends: process.ends, logged: logged.length }).toEqual({ closings: 1, ends: [1], logged: 2 });
  });
});
