/** How many exports may run at the same time, and that an abandoned one ends. @slow */
import { connect, type Socket } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  manyTrials,
  signedIn,
  exportConnections,
  exportLog,
  forgetSearchOfRunning,
  holdRecords,
  loggedExport,
} from '../builders/index.ts';
import { eventually } from '../support/index.ts';
import { ownStack } from '../support/own-stack.ts';

const EXPORT = '/api/admin/trial-signups/export';
const CHURCH = 'Grace Chapel';
const stack = ownStack({ apis: 1 });

beforeAll(async () => {
  await manyTrials(stack, 60_000, { pastor: { churchName: CHURCH } });
}, 120_000);

const open: Socket[] = [];
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await eventually(async () => (await copies()) === 0);
});

const copies = async (): Promise<number> => (await exportConnections(stack)).length;
const running = async () => (await exportLog(stack)).filter(({ outcome }) => outcome === 'running');
const runningOf = async ({ id }: { id: number }): Promise<number> =>
  (await running()).filter(({ account_id: account }) => account === id).length;

/** Requests `files` exports on one socket, pipelined, and reads nothing. */
function requestUnread(cookie: string, files = 1, view = ''): Socket {
  const { hostname, port } = new URL(stack.apiUrls[0]!);
  const socket = connect(Number(port), hostname).pause();
  socket.on('error', () => {});
  socket.write(
    `GET ${EXPORT}?${view} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookie}\r\n\r\n`.repeat(files),
  );
  open.push(socket);
  return socket;
}

describe('Exports that are not read', () => {
  it('end with their socket', async () => {
    const { cookie, get } = await signedIn(stack);
    const socket = requestUnread(cookie);
    await eventually(async () => (await copies()) === 1);
    socket.resetAndDestroy();
    await eventually(async () => (await copies()) === 0 && (await running()).length === 0);
    expect(await exportLog(stack)).toMatchObject([{ outcome: 'cancelled' }]);
    expect((await get(`${EXPORT}/last`)).body).toEqual({ at: null, rows: 0, running: false });
  });

  it('leave nothing running after pipelined requests on one socket that is closed', async () => {
    const { cookie } = await signedIn(stack);
    requestUnread(cookie, 8).resume();
    await eventually(() => open.at(-1)!.destroyed);
    await eventually(async () => (await copies()) === 0 && (await running()).length === 0);
    const outcomes = (await exportLog(stack)).map(({ outcome }) => outcome);
    expect(outcomes).not.toContain('complete');
  });

  it('run at most two per account and four in all; one more gets 429 before any row is read', async () => {
    const [first, second, third] = await Promise.all([signedIn(stack), signedIn(stack), signedIn(stack)]);
    for (let file = 0; file < 2; file += 1) requestUnread(first.cookie);
    await eventually(async () => (await copies()) === 2);
    const before = (await running()).length;
    const refused = await first.get(EXPORT);
    expect(refused).toMatchObject({
      status: 429,
      body: { error: 'Other exports are still running. Please try again when one of them has ended.' },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await running()).toHaveLength(before);
    for (let file = 0; file < 2; file += 1) requestUnread(second.cookie);
    await eventually(async () => (await runningOf(first)) === 2 && (await runningOf(second)) === 2);
    expect((await third.get(EXPORT)).status).toBe(429);
    for (const socket of open) socket.destroy();
    await eventually(async () => (await copies()) === 0);
    await eventually(async () => (await third.get(`${EXPORT}?startDate=2099-01-01`)).status === 200);
  });

  it('are not refused one after another: a file that has arrived is not running', async () => {
    const admin = await signedIn(stack);
    const release = await holdRecords(stack);
    const statuses: number[] = [];
    for (let file = 0; file < 3; file += 1) statuses.push((await admin.get(`${EXPORT}?startDate=2099-01-01`)).status);
    expect((await admin.get(`${EXPORT}/last?startDate=2099-01-01`)).body).toMatchObject({ at: null, running: true });
    await release();
    expect(statuses).toEqual([200, 200, 200]);
  });

  it('are complete when their search is forgotten before they end, and then no last file', async () => {
    const { cookie, get } = await signedIn(stack);
    const socket = requestUnread(cookie, 1, `q=${encodeURIComponent(CHURCH)}`);
    await eventually(async () => (await copies()) === 1);
    const id = await forgetSearchOfRunning(stack);
    socket.resume();
    await eventually(async () => (await running()).length === 0);
    expect(await loggedExport(stack, id)).toMatchObject({ outcome: 'complete', rows: 60_000 });
    expect((await get(`${EXPORT}/last`)).body).toMatchObject({ at: null });
  });

  it('are recorded as complete before a server that stops closes its database', async () => {
    const [api] = stack.apis;
    const admin = await signedIn(stack);
    const release = await holdRecords(stack);
    expect((await admin.get(`${EXPORT}?startDate=2099-01-01`)).status).toBe(200);
    const exit = api!.kill('SIGTERM');
    await eventually(() =>
      fetch(`${api!.url}/readyz`).then(
        () => false,
        () => true,
      ),
    );
    await release();
    expect(await exit).toBe('code 0');
    await api!.restart();
    const own = (await exportLog(stack)).filter(({ account_id: account }) => account === admin.id);
    expect(own).toMatchObject([{ outcome: 'complete' }]);
  });
});
