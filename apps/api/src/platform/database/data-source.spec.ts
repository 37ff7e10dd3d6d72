import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from '@jest/globals';
import { createDataSource } from './data-source.ts';

const message = (type: string, body: string): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + body.length);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
};
const WELCOME = [message('R', '\0\0\0\0'), message('Z', 'I')];
const SHUTTING_DOWN = message('E', 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');

it('a database that takes a connection and shuts down in the same breath is an error of the call, not the end of the process', async () => {
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
