/** What clients can do with sockets alone: pipelining, hanging up, reading or writing slowly or not at all. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { anApplication, anEmail, aPastor, aPhone, aVisitor } from '../builders/index.ts';
import { atOnce, checkInvariantsAfterEach, expectNoViolations } from '../invariants/index.ts';
import { clients, crowd } from './clients.ts';
import { eventually } from '../support/index.ts';
import { metricOf } from '../invariants/leaks.ts';
import { ownStack } from '../support/own-stack.ts';

jest.setTimeout(300_000);

/** What can be done to three replicas with sockets alone: pipelining, hanging up, and never reading. */
describe('Hostile sockets', () => {
  const stack = ownStack({ apis: 3 });
  afterEach(() => expectNoViolations(stack));

  /** How long the server waits for a client that does not read, plus its check interval. */
  const UNREAD_S = 150 + 10;
  const LARGE = '/api/docs/swagger-ui-bundle.js';

  /** The open file descriptors of each replica, without its database connections. */
  const descriptors = (): number[] =>
    stack.apis.map(({ pid }) => {
      const toDatabase = socketsTo(Number(new URL(stack.databaseUrl).port));
      return readdirSync(`/proc/${pid}/fd`).filter((fd) => !toDatabase.has(targetOf(`/proc/${pid}/fd/${fd}`))).length;
    });
  const noMoreThan = (before: number[]): boolean => descriptors().every((open, index) => open <= before[index]! + 3);

  /** The sockets connected to a port, as named in /proc. */
  function socketsTo(port: number): Set<string> {
    const rows = ['tcp', 'tcp6'].flatMap((table) =>
      readFileSync(`/proc/net/${table}`, 'utf8').trim().split('\n').slice(1),
    );
    const fields = rows.map((row) => row.trim().split(/\s+/));
    const toPort = fields.filter(([, , remote]) => Number.parseInt(remote!.split(':')[1]!, 16) === port);
    return new Set(toPort.map((each) => `socket:[${each[9]}]`));
  }

  const targetOf = (link: string): string => {
    try {
      return readlinkSync(link);
    } catch {
      return 'closed meanwhile';
    }
  };

  const request = (method: string, path: string, body = '') =>
    `${method} ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

  /** A connection to one replica that has received one answer, so that it is accepted for sure. */
  const connected = (index: number): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const { port } = new URL(stack.apiUrls[index % stack.apiUrls.length]!);
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(request('GET', '/healthz')));
      socket.once('error', reject).once('data', () => resolve(socket.off('error', reject).on('error', () => {})));
    });

  describe('200 connections with 100 pipelined requests each, then reset', () => {
    it.each(['/api/docs/swagger-ui.css', '/api/config', '/', '/readyz'])(
      'leave no descriptor open: %s',
      async (path) => {
        const before = descriptors();
        const sockets = await atOnce(200, connected);
        const opened = Math.max(...descriptors());
        await Promise.all(
          sockets.map((socket) => new Promise((done) => socket.write(request('GET', path).repeat(100), done))),
        );
        sockets.forEach((socket) => socket.resetAndDestroy());
        const begun = performance.now();
        await eventually(() => noMoreThan(before), { within: 5_000 });
        console.log({ path, before, opened, after: descriptors(), ms: Math.round(performance.now() - begun) });
        expect(opened).toBeGreaterThan(Math.max(...before) + 50);
      },
    );
  });

  describe('Hanging up at any instant of a call', () => {
    /** Milliseconds after the request was sent. */
    const INSTANTS = [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89];
    const pastor = () => JSON.stringify(aPastor());
    const CALLS: [method: string, route: string, body: (id: number, phone: string) => string][] = [
      ['POST', '/api/check-user-exists', () => JSON.stringify({ phone: aPhone() })],
      ['POST', '/api/trial-signup', pastor],
      ['GET', '/api/trial-signup/:id', () => ''],
      ['POST', '/api/verify-phone', (trialId, phone) => JSON.stringify({ trialId, phone })],
      ['POST', '/api/verify-code', (trialId) => JSON.stringify({ trialId, code: '000000' })],
      ['POST', '/api/trial-setup-intent', (trialId) => JSON.stringify({ trialId })],
      ['POST', '/api/trial-checkout-session', (trialId) => JSON.stringify({ trialId })],
      ['POST', '/api/create-account', (trialId) => JSON.stringify({ trialId, selectedPlan: 'tier_1_19' })],
      ['POST', '/api/send-resume-link', (trialId) => JSON.stringify({ trialId })],
      ['POST', '/api/ambassador-application', () => JSON.stringify(anApplication())],
      ['POST', '/api/trial-request', () => JSON.stringify(anApplication())],
      ['POST', '/api/newsletter-subscriptions', () => JSON.stringify({ email: anEmail() })],
      ['POST', '/api/admin/login', () => JSON.stringify({ email: anEmail(), password: 'a guess' })],
      ['GET', '/api/config', () => ''],
      ['GET', '/api/admin/trial-signups', () => ''],
    ];

    const linesOf = async (method: string, route: string): Promise<{ requestId: string; status: string }[]> =>
      (await stack.logs())
        .split('\n')
        .filter((line) => line.includes('"answered"'))
        .map((line) => JSON.parse(line))
        .filter((line) => line.method === method && line.route === route);

    it.each(CALLS)(
      'gives one log line and one count in the metrics per request: %s %s',
      async (method, route, body) => {
        const metric = () => metricOf(stack, 'lampstand_http_seconds_count', { method, route });
        const visitors = await atOnce(INSTANTS.length + 2, () => aVisitor(stack).provesPhone());
        const [lines, counted] = [await linesOf(method, route), await metric()];
        await Promise.all(
          visitors.map(async ({ id, phone }, index) => {
            const whole = request(method, route.replace(':id', String(id)), body(id, phone));
            const cut = [whole.indexOf('\r\n\r\n') + 4, whole.length - 3][index];
            const said = cut === undefined || method === 'GET' ? whole : whole.slice(0, cut);
            const socket = await connected(index);
            await new Promise((done) => socket.write(said, done));
            await sleep(INSTANTS[index - 2] ?? 20);
            socket.resetAndDestroy();
          }),
        );
        await eventually(async () => (await linesOf(method, route)).length >= lines.length + visitors.length);
        await eventually(async () => (await metric()) >= counted + visitors.length);
        const told = await linesOf(method, route);
        expect(told).toHaveLength(lines.length + visitors.length);
        expect(new Set(told.map(({ requestId }) => requestId)).size).toBe(told.length);
        expect(await metric()).toBe(counted + visitors.length);
      },
    );
  });

  describe('500 clients that never read', () => {
    it('are disconnected in time and do not disturb others', async () => {
      const before = descriptors();
      const sockets = await atOnce(500, connected);
      const begun = performance.now();
      const browsers = clients(8);
      const people = crowd(4, async (person, turn) => {
        await browsers.send(stack.url, { path: (person + turn) % 2 ? '/' : '/api/config' }, [200]);
        await sleep(50);
      });
      for (const socket of sockets) socket.pause().write(request('GET', LARGE));
      for (let turn = 0; turn < 6; turn += 1) expect((await aVisitor(stack).signsUp()).status).toBe(201);
      const held = descriptors();
      await eventually(() => noMoreThan(before.map((open) => open + 12)), { within: UNREAD_S * 1000, every: 500 });
      await people.stop();
      browsers.close();
      sockets.forEach((socket) => socket.destroy());
      console.log({ before, held, after: descriptors(), seconds: Math.round((performance.now() - begun) / 1000), ...browsers.figures() }); // oxfmt-ignore
      expect(Math.min(...held)).toBeGreaterThan(Math.max(...before) + 100);
      expect(browsers.unexpected).toEqual([]);
      expect(browsers.figures().slowestMs).toBeLessThan(2_000);
    });
  });
});

describe('Slow clients', () => {
  const stack = ownStack({ apis: 1 });
  checkInvariantsAfterEach(stack);

  const EACH = 100;
  /** The server's limits, plus its check interval. */
  const HEADERS_S = 10 + 5;
  const REQUEST_S = 30 + 5;
  const HEAD =
    'POST /api/trial-signup HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n';

  interface Slow {
    what: string;
    /** The connection is closed within this many seconds. */
    within: number;
    say: (socket: Socket) => Promise<unknown>;
  }

  const KINDS: Slow[] = [
    { what: 'sends nothing', within: HEADERS_S, say: async () => {} },
    { what: 'sends its headers byte by byte', within: HEADERS_S, say: dribble(HEAD) },
    { what: 'stops in the middle of its headers', within: HEADERS_S, say: async (socket) => socket.write(HEAD) },
    {
      what: 'stops in the middle of its body',
      within: REQUEST_S,
      say: async (socket) => socket.write(`${HEAD}\r\n{"a":`),
    },
    { what: 'sends its body byte by byte', within: REQUEST_S, say: dribble(`{"a":"${'x'.repeat(400)}`, `${HEAD}\r\n`) },
  ];

  describe('that send nothing, or byte by byte', () => {
    it('are disconnected in time and do not disturb others', async () => {
      const browsers = clients(8);
      const people = crowd(4, (person, turn) => {
        const path = (person + turn) % 2 ? '/' : '/api/config';
        return browsers.send(stack.apiUrls[0]!, { path }, [200]);
      });
      const cut = await Promise.all(KINDS.map(async (kind) => ({ what: kind.what, seconds: await longest(kind) })));
      expect((await aVisitor(stack).signsUp()).status).toBe(201);
      await people.stop();
      browsers.close();
      console.log({ clientsOfEachKind: EACH, cut, ...browsers.figures() });
      expect(browsers.unexpected).toEqual([]);
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
});
