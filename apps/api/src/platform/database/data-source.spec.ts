import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { connectionProblem, createDataSource, serverProblem } from './data-source.ts';

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

const SETTING = 'DATABASE_URL';

describe('a database server, checked at boot,', () => {
  it('is accepted from PostgreSQL 15 on, with our timeouts applied', () => {
    expect(serverProblem(SETTING, 15, 30_000, 30_000)).toBeUndefined();
    expect(serverProblem(SETTING, 18, 30_000, 30_000)).toBeUndefined();
  });

  it('is refused with a message when it is too old', () =>
    expect(serverProblem(SETTING, 14, 30_000, 30_000)).toBe(
      'PostgreSQL 14 is too old: at least 15 is needed at DATABASE_URL.',
    ));

  it('is refused with a message behind a PgBouncer that drops our timeouts', () =>
    expect(serverProblem(SETTING, 18, 0, 30_000)).toMatch(
      /statement_timeout \(0 ms instead of 30000\).*transaction pooling/,
    ));

  it.each([
    ['08P01', /^PostgreSQL at MIGRATION_DATABASE_URL refuses: what it said$/],
    ['28P01', /^PostgreSQL at MIGRATION_DATABASE_URL refuses: what it said$/],
    ['ECONNREFUSED', /^PostgreSQL does not answer at MIGRATION_DATABASE_URL\.$/],
    ['ENOTFOUND', /^PostgreSQL at MIGRATION_DATABASE_URL cannot be reached: what it said$/],
  ])('is reported with the name of its setting when it cannot be reached: %s', (code, sentence) =>
    expect(connectionProblem({ code, message: 'what it said' }, 'MIGRATION_DATABASE_URL')).toMatch(sentence),
  );
});
