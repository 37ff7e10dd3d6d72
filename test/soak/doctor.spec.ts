import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { describe, expect, it, jest } from '@jest/globals';
import { doctorCommand } from '../builders/index.ts';
import { provedAfterEach } from '../invariants/index.ts';
import { freshDatabase } from '../support/postgres.mjs';
import { ownStack } from '../support/own-stack.ts';

jest.setTimeout(120_000);

const stack = ownStack({ apis: 1 });
provedAfterEach(stack);

const PARTS = [
  'stripe',
  'prices',
  'webhook',
  'portal',
  'clock',
  'twilio',
  'verify',
  'mail',
  'clock',
  'database',
  'roles',
];
const parts = (lines: string[]) => lines.map((line) => line.slice(8).split(' ', 1)[0]);
const nowhere = 'postgres://nobody:hush-hush@127.0.0.1:1/none';

/** A mail server that greets, and refuses from the sentence on that begins so. */
async function mailServer(refused: RegExp): Promise<Server> {
  const server = createServer((socket) => {
    const say = (sentence: string) => socket.write(`${refused.test(sentence) ? '550 no' : '250 ok'}\r\n`);
    if (refused.test('HELLO')) return void socket.end('554 not you\r\n');
    socket.on('error', () => {});
    socket.write('220 mail\r\n');
    socket.on('data', (said) => say(said.toString()));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}
const portOf = (server: Server) => (server.address() as AddressInfo).port;

describe('npm run doctor', () => {
  it('finds nothing wrong with a fresh product, and says so of each part', async () => {
    const { lines, complained, code } = await doctorCommand(stack);
    expect({ complained, code }).toEqual({ complained: '', code: 0 });
    expect(parts(lines)).toEqual(PARTS);
    expect(lines.filter((line) => !/^ok {6}\w+ +\S/.test(line))).toEqual([]);
  });

  it.each<[string, Record<string, string>, RegExp[]]>([
    [
      'keys that nobody knows, and servers that are away',
      {
        STRIPE_SECRET_KEY: 'sk_test_wrong123',
        TWILIO_AUTH_TOKEN: 'wrongwrongwrongwrong',
        SMTP_URL: 'smtp://127.0.0.1:1',
        DATABASE_URL: nowhere,
      },
      [
        /^WRONG {3}stripe .*STRIPE_SECRET_KEY; copy/,
        /^WRONG {3}twilio .*; copy TWILIO_/,
        /^WRONG {3}mail .*does not answer; see that SMTP_URL/,
        /^WRONG {3}database .*; start PostgreSQL/,
      ],
    ],
    [
      'a Verify service of nobody, and another address of the site',
      { TWILIO_VERIFY_SERVICE_SID: `VA${'f'.repeat(32)}`, SITE_URL: 'http://elsewhere.example/de' },
      [/^WRONG {3}webhook .*; add it/, /^WRONG {3}verify .*; copy the SID/],
    ],
    [
      'keys of two modes',
      { STRIPE_PUBLISHABLE_KEY: 'pk_live_abc' },
      [/^WRONG {3}settings .*a test key, the other a live key/],
    ],
  ])('with %s has one line about each, and no secret', async (_faults, changed, lines) => {
    const { wrong, said, complained, code } = await doctorCommand(stack, changed);
    expect(wrong).toEqual(lines.map((line) => expect.stringMatching(line)));
    expect({ complained, code }).toEqual({ complained: '', code: 1 });
    for (const secret of ['sk_test', 'wrongwrong', 'hush-hush', 'whsec_']) expect(said).not.toContain(secret);
  });

  it.each([
    ['the greeting', /^HELLO/],
    ['the sender', /^MAIL FROM/],
  ])('tells of a mail server that refuses %s', async (_what, refused) => {
    const server = await mailServer(refused);
    const { wrong, code } = await doctorCommand(stack, { SMTP_URL: `smtp://127.0.0.1:${portOf(server)}` });
    expect({ wrong, code }).toEqual({
      wrong: [expect.stringMatching(/^WRONG {3}mail .* answers 55[04]\b.*; /)],
      code: 1,
    });
    await new Promise((closed) => server.close(closed));
  });

  it('tells of a database that this version has not been started on', async () => {
    const empty = await freshDatabase(stack.databaseUrl);
    const { wrong, code } = await doctorCommand(stack, { DATABASE_URL: empty.url });
    expect({ wrong, code }).toEqual({
      wrong: [expect.stringMatching(/^WRONG {3}database .*; start this version/)],
      code: 1,
    });
    await empty.drop();
  });
});
