import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { changesSessions, createDataSource } from './data-source.ts';

const message = (type: string, body: string): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + body.length);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
};
const WELCOME = [message('R', '\0\0\0\0'), message('Z', 'I')];
const SHUTTING_DOWN = message('E', 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');

it('a database that shuts down right after it accepts a connection fails the call and does not crash the process', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.concat([...WELCOME, SHUTTING_DOWN])));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const source = createDataSource(`postgres://somebody@127.0.0.1:${port}/anything`, 1);
  await expect(source.initialize()).rejects.toThrow();
  server.close();
});

/** Connects to a pooler that lends a session for each transaction: the one given back last, or the one idle for longest. */
function pooled(sessions: number[], { lastFirst }: { lastFirst: boolean }) {
  const take = () => (lastFirst ? sessions.pop() : sessions.shift())!;
  return () => {
    let held: number | undefined;
    return {
      query: async (sql: string) => {
        const pid = held ?? take();
        held = sql === 'BEGIN' || (held && sql !== 'ROLLBACK') ? pid : undefined;
        if (!held) sessions.push(pid);
        return [{ pid }];
      },
    };
  };
}
const direct = (pid: number) => ({ query: async () => [{ pid }] });

describe('two connections', () => {
  it('that keep their sessions are accepted', async () => {
    expect(await changesSessions(direct(1), direct(2))).toBe(false);
  });

  it.each([1, 2, 3, 4])('that get one of %d sessions for each transaction are noticed', async (count) => {
    for (const lastFirst of [true, false]) {
      const connect = pooled(
        Array.from({ length: count }, (_, index) => index + 1),
        { lastFirst },
      );
      expect({ lastFirst, changes: await changesSessions(connect(), connect()) }).toEqual({ lastFirst, changes: true });
    }
  });
});
