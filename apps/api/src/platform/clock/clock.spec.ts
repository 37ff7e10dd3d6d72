import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ProcessClock } from './clock.ts';

const DAY_MS = 86_400_000;

let sandbox: Server | undefined;
let clock: ProcessClock;
afterEach(() => {
  clock.onModuleDestroy();
  sandbox?.closeAllConnections();
  sandbox?.close();
  sandbox = undefined;
});

const address = () => `http://127.0.0.1:${(sandbox!.address() as AddressInfo).port}`;
const aheadMs = () => clock.now().getTime() - Date.now();
const tellOffset = (response: ServerResponse, offsetMs: number) => response.end(JSON.stringify({ offsetMs }));

describe('the clock', () => {
  it('without a sandbox is that of the process', async () => {
    clock = new ProcessClock(undefined);
    await clock.onModuleInit();
    expect(aheadMs()).toBeCloseTo(0, -2);
  });

  it('is ahead by the offset of the sandbox, follows it, and shows real time without it', async () => {
    let moves = (_offsetMs: number) => {};
    const asked = new Promise<void>((isAsked) => {
      sandbox = createServer(({ url }, response) => {
        if (!url!.includes('known')) return void tellOffset(response, DAY_MS);
        moves = (offsetMs) => tellOffset(response, offsetMs);
        isAsked();
      });
    });
    await new Promise<void>((done) => sandbox!.listen(0, '127.0.0.1', done));
    clock = new ProcessClock(address());
    await clock.onModuleInit();
    expect(aheadMs()).toBeCloseTo(DAY_MS, -2);
    await asked;
    const followed = new Promise<void>((done) => sandbox!.once('request', () => done()));
    moves(2 * DAY_MS);
    await followed;
    expect(aheadMs()).toBeCloseTo(2 * DAY_MS, -2);
    expect(clock.real.getTime() - Date.now()).toBeCloseTo(0, -2);
  });

  it('keeps its offset while the sandbox is down', async () => {
    const closed = new Promise<void>((done) => {
      sandbox = createServer(({ url }, response) => {
        if (!url!.includes('known')) return void tellOffset(response, DAY_MS);
        response.destroy();
        done();
      });
    });
    await new Promise<void>((done) => sandbox!.listen(0, '127.0.0.1', done));
    clock = new ProcessClock(address());
    await clock.onModuleInit();
    await closed;
    expect(aheadMs()).toBeCloseTo(DAY_MS, -2);
  });
});
