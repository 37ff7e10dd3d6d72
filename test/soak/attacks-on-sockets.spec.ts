/** What can be done to three replicas with sockets alone: pipelining, hanging up, and never reading. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { anApplication, anEmail, aPastor, aPhone, aVisitor } from '../builders/index.ts';
import { atOnce, expectNoViolations } from '../invariants/index.ts';
import { clients, crowd } from '../support/crowd.mjs';
import { eventually } from '../support/index.ts';
import { metricOf } from '../support/metrics.ts';
import { ownStack } from '../support/own-stack.ts';

jest.setTimeout(300_000);

const stack = ownStack({ apis: 3 });
afterEach(() => expectNoViolations(stack));

/** As long as the server waits for a caller who takes nothing, and how often it looks. */
const UNREAD_S = 150 + 10;
const LARGE = '/api/docs/swagger-ui-bundle.js';

/** Of each replica, without its connections to the database, whose pool grows and shrinks by itself. */
const descriptors = (): number[] =>
  stack.apis.map(({ pid }) => {
    const toDatabase = socketsTo(Number(new URL(stack.databaseUrl).port));
    return readdirSync(`/proc/${pid}/fd`).filter((fd) => !toDatabase.has(targetOf(`/proc/${pid}/fd/${fd}`))).length;
  });
const noMoreThan = (before: number[]): boolean => descriptors().every((open, index) => open <= before[index]! + 3);

/** The sockets of this machine that lead to a port, as /proc names them. */
function socketsTo(port: number): Set<string> {
  const rows = ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8').trim().split('\n').slice(1),
  );
  const fields = rows.map((row) => row.trim().split(/\s+/));
  const led = fields.filter(([, , remote]) => Number.parseInt(remote!.split(':')[1]!, 16) === port);
  return new Set(led.map((each) => `socket:[${each[9]}]`));
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

/** A connection to one of the replicas that has had one answer, so that it is known to have been accepted. */
const connected = (index: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(stack.apiUrls[index % stack.apiUrls.length]!);
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(request('GET', '/healthz')));
    socket.once('error', reject).once('data', () => resolve(socket.off('error', reject).on('error', () => {})));
  });

describe('200 connections with 100 requests each, pipelined and then reset', () => {
  it.each(['/api/docs/swagger-ui.css', '/api/config', '/', '/readyz'])('leave nothing open: %s', async (path) => {
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
  });
});

describe('Hanging up at every instant of each call', () => {
  /** Milliseconds after the whole request was sent. */
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

  it.each(CALLS)('is one line in the log and one count for each request: %s %s', async (method, route, body) => {
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
  });
});

describe('500 clients that never read', () => {
  it('are cut within their bound, and nobody else notices them', async () => {
    const before = descriptors();
    const sockets = await atOnce(500, connected);
    const begun = performance.now();
    const browsers = clients(8);
    const people = crowd(4, async (person, turn) => {
      await browsers.ask(stack.url, { path: (person + turn) % 2 ? '/' : '/api/config' }, [200]);
      await sleep(50);
    });
    for (const socket of sockets) socket.pause().write(request('GET', LARGE));
    for (let turn = 0; turn < 6; turn += 1) expect((await aVisitor(stack).signsUp()).status).toBe(201);
    const held = descriptors();
    await eventually(() => noMoreThan(before.map((open) => open + 12)), { within: UNREAD_S * 1000, every: 500 });
    await people.goHome();
    browsers.close();
    sockets.forEach((socket) => socket.destroy());
    console.log({ before, held, after: descriptors(), seconds: Math.round((performance.now() - begun) / 1000), ...browsers.figures() }); // oxfmt-ignore
    expect(Math.min(...held)).toBeGreaterThan(Math.max(...before) + 100);
    expect(browsers.strange).toEqual([]);
    expect(browsers.figures().slowestMs).toBeLessThan(2_000);
  });
});
