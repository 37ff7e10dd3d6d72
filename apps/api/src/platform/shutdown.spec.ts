import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { installCrashHandlers } from './shutdown.ts';
import { log } from './logging.ts';

const heard: string[] = [];
beforeEach(() => {
  jest.spyOn(log, 'fatal').mockImplementation((cause: unknown) => void heard.push(JSON.stringify(cause)));
});
afterEach(() => {
  jest.restoreAllMocks();
  heard.length = 0;
});

/** A fake process that records its exit codes. */
const aProcess = () => {
  const ends: number[] = [];
  return Object.assign(new EventEmitter(), { ends, exit: (code: number) => void ends.push(code) });
};

describe.each(['uncaughtException', 'unhandledRejection'] as const)('an %s', (event) => {
  it('is written down without its message, and the process ends once it has come to rest', async () => {
    const process = aProcess();
    let rest = () => {};
    installCrashHandlers(process, () => new Promise<void>((done) => (rest = done)));
    process.emit(event, Object.assign(new Error('mary@church.example'), { code: 'EODD' }));
    expect(heard).toEqual([expect.stringContaining('EODD')]);
    expect(heard[0]).not.toContain('mary');
    expect(process.ends).toEqual([]);
    rest();
    await new Promise(setImmediate);
    expect(process.ends).toEqual([1]);
  });

  it('ends it also when it cannot come to rest, and closes it once', async () => {
    const process = aProcess();
    let closings = 0;
    installCrashHandlers(process, async () => {
      closings += 1;
      throw new Error('no');
    });
    process.emit(event, 'a text');
    process.emit(event, undefined);
    await new Promise(setImmediate);
    expect({ closings, ends: process.ends, heard: heard.length }).toEqual({ closings: 1, ends: [1], heard: 2 });
  });
});
