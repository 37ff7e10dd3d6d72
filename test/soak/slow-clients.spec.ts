import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { aVisitor } from '../builders/index.ts';
import { provedAfterEach } from '../invariants/index.ts';
import { clients, crowd } from '../support/crowd.mjs';
import { ownStack } from '../support/own-stack.ts';

jest.setTimeout(120_000);

const stack = ownStack({ apis: 1 });
provedAfterEach(stack);

const EACH = 100;
/** What the server permits, and how often it looks. */
const HEADERS_S = 10 + 5;
const REQUEST_S = 30 + 5;
const HEAD =
  'POST /api/trial-signup HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n';

interface Slow {
  what: string;
  /** Within so many seconds the connection is closed. */
  within: number;
  say: (socket: Socket) => Promise<unknown>;
}

const KINDS: Slow[] = [
  { what: 'says nothing', within: HEADERS_S, say: async () => {} },
  { what: 'sends its headers byte by byte', within: HEADERS_S, say: dribble(HEAD) },
  { what: 'stops in the middle of its headers', within: HEADERS_S, say: async (socket) => socket.write(HEAD) },
  {
    what: 'stops in the middle of its body',
    within: REQUEST_S,
    say: async (socket) => socket.write(`${HEAD}\r\n{"a":`),
  },
  { what: 'sends its body byte by byte', within: REQUEST_S, say: dribble(`{"a":"${'x'.repeat(400)}`, `${HEAD}\r\n`) },
];

describe('Clients that are slow or half gone', () => {
  it('are cut off in time, and nobody else notices them', async () => {
    const browsers = clients(8);
    const people = crowd(4, (person, turn) => {
      const path = (person + turn) % 2 ? '/' : '/api/config';
      return browsers.ask(stack.apiUrls[0]!, { path }, [200]);
    });
    const cut = await Promise.all(KINDS.map(async (kind) => ({ what: kind.what, seconds: await longest(kind) })));
    expect((await aVisitor(stack).signsUp()).status).toBe(201);
    await people.goHome();
    browsers.close();
    console.log({ clientsOfEachKind: EACH, cut, ...browsers.figures() });
    expect(browsers.strange).toEqual([]);
    expect(browsers.figures().slowestMs).toBeLessThan(2000);
    for (const { what, within } of KINDS)
      expect([what, cut.find((each) => each.what === what)!.seconds <= within + 2]).toEqual([what, true]);
  });

  async function longest(kind: Slow): Promise<number> {
    return Math.max(...(await Promise.all(Array.from({ length: EACH }, () => secondsUntilCut(kind)))));
  }

  async function secondsUntilCut({ say, within }: Slow): Promise<number> {
    const { port } = new URL(stack.apiUrls[0]!);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {}).resume();
    const closed = new Promise((done) => socket.once('close', done));
    const begun = performance.now();
    await new Promise((done) => socket.once('connect', done));
    void say(socket);
    await Promise.race([closed, sleep((within + 10) * 1000)]);
    socket.destroy();
    return Math.round((performance.now() - begun) / 1000);
  }
});

function dribble(text: string, first = '') {
  return async (socket: Socket): Promise<void> => {
    socket.write(first);
    for (const letter of text) {
      if (socket.destroyed) return;
      socket.write(letter);
      await sleep(500);
    }
  };
}
