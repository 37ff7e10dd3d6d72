import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createBoundedServer, maxConnectionsFor, UNREAD_TIMEOUT_MS } from './sockets.ts';

const ending: (() => unknown)[] = [];
afterEach(() => ending.splice(0).forEach((end) => end()));

async function dial(listener: RequestListener, bounds = {}, times = 1) {
  const server = createBoundedServer(listener, bounds);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ending.push(() => (server.closeAllConnections(), server.close()));
  const { port } = server.address() as AddressInfo;
  const sockets = Array.from({ length: times }, () => connect(port, '127.0.0.1').on('error', () => {}));
  ending.push(() => sockets.forEach((socket) => socket.destroy()));
  // Listened for at once: a refused connection may be closed before another one is open.
  const closings = sockets.map((socket) => new Promise((done) => socket.once('close', done)));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return { server, sockets, socket: sockets[0]!, closings };
}

const ASK = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';

describe('a connection', () => {
  it('is closed when the client does not read the response', async () => {
    const { server, socket } = await dial((_request, response) => void response.end(Buffer.alloc(64 * 1024 * 1024)), {
      unreadTimeoutMs: 300,
    });
    socket.pause().write(ASK);
    const [held] = await once(server, 'request').then(([request]) => [request.socket]);
    const begun = performance.now();
    await once(held, 'close');
    expect(performance.now() - begun).toBeLessThan(UNREAD_TIMEOUT_MS / 10);
  });

  it('is closed when requests are pipelined; only the first one is handled', async () => {
    let heard = 0;
    const { socket } = await dial(() => void (heard += 1));
    socket.resume().write(ASK.repeat(50));
    await once(socket, 'close');
    expect(heard).toBe(1);
  });

  it('stays open for the next request after a response', async () => {
    const { socket } = await dial((_request, response) => void response.end('done'));
    for (let turn = 0; turn < 3; turn += 1) {
      socket.write(ASK);
      const [said] = (await once(socket, 'data')) as [Buffer];
      expect(String(said)).toContain('200 OK');
    }
  });

  it('is refused above the maximum number of connections', async () => {
    const { server, sockets, closings } = await dial(() => {}, { maxConnections: 2 }, 5);
    for (const socket of sockets) socket.resume();
    await Promise.race(closings);
    expect(server.maxConnections).toBe(2);
  });
});

describe('a server that closes', () => {
  it('does not wait for a connection that has sent no request', async () => {
    const { server, closings } = await dial((_request, response) => void response.end('done'));
    await Promise.all([new Promise((done) => server.close(done)), ...closings]);
  });

  it('answers the running request, and does not keep its connection', async () => {
    const { server, socket, closings } = await dial(() => {}, { keepAliveTimeout: 60_000 });
    socket.write(ASK);
    const [, response] = (await once(server, 'request')) as Parameters<RequestListener>;
    const closed = new Promise((done) => server.close(done));
    response.end('done');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(String(answer)).toContain('keep-alive');
    socket.resume();
    await Promise.all([closed, ...closings]);
  });
});

it('fewer connections are allowed than open files, and an export times out before its connection', () => {
  expect([maxConnectionsFor(1024), maxConnectionsFor(1_048_576), maxConnectionsFor(64)]).toEqual([768, 4096, 256]);
  expect(UNREAD_TIMEOUT_MS).toBeGreaterThan(120_000);
});
