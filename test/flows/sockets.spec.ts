/** Clients that pipeline requests or disconnect at any moment. @slow */
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { callsTo } from '../builders/index.ts';
import { eventually } from '../support/index.ts';
import { metricOf } from '../invariants/leaks.ts';
import { ownStack } from '../support/own-stack.ts';

const stack = ownStack({ apis: 1 });
const port = () => Number(new URL(stack.apiUrls[0]!).port);
const descriptors = () => readdirSync(`/proc/${stack.apis[0]!.pid}/fd`).length;
const GET = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;

/** Sends bytes on a new socket and reads until the server closes it or is silent for so many ms. */
const exchange = (bytes: string, timeout = 2_000) =>
  new Promise<string>((resolve) => {
    let text = '';
    const socket = connect(port(), '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(timeout, () => (resolve(text), socket.destroy()));
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
  });

/** Sends bytes and resets the connection so many ms later. */
const resetAfter = (bytes: string, ms: number) =>
  new Promise<void>((resolve) => {
    const socket = connect(port(), '127.0.0.1', () =>
      socket.write(bytes, () => setTimeout(() => socket.resetAndDestroy(), ms)),
    );
    socket.on('error', () => {}).on('close', () => resolve());
  });

const linesOf = async (route: string) =>
  (await stack.logs())
    .split('\n')
    .filter((line) => line.includes('"answered"') && line.includes(`"route":"${route}"`))
    .map((line) => JSON.parse(line) as { status: string; requestId: string });

const countOf = (route: string) => metricOf(stack, 'lampstand_http_seconds_count', { route });

describe('requests on one connection', () => {
  it('are answered in sequence', async () => {
    const answers: string[] = [];
    await new Promise<void>((resolve, reject) => {
      const socket = connect(port(), '127.0.0.1', () => socket.write(GET('/healthz')));
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        answers.push(String(chunk));
        if (answers.length < 20) socket.write(GET('/healthz'));
        else socket.end(() => resolve());
      });
    });
    expect(answers.filter((answer) => answer.includes('{"alive":true}'))).toHaveLength(20);
  });

  it.each(['GET', 'HEAD', 'OPTIONS', 'POST'])('are cut off when one is sent before the last is answered: %s', async (method) => {
    const bytes = `${method} /readyz HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n`;
    const text = await exchange(bytes.repeat(3));
    expect(text.split('HTTP/1.1 ').length - 1).toBeLessThan(2);
  }); // oxfmt-ignore

  it('leave no file descriptor open after many parallel requests', async () => {
    await exchange(GET('/api/docs/swagger-ui.css'));
    const before = descriptors();
    const requests = GET('/api/docs/swagger-ui.css').repeat(100);
    await Promise.all(Array.from({ length: 8 }, () => resetAfter(requests, 5)));
    await eventually(async () => descriptors() <= before + 2, { within: 5_000 });
    expect((await callsTo({ url: stack.apiUrls[0]! }).get('/api/config')).status).toBe(200);
  });
});

describe('a client that disconnects', () => {
  const BODY = JSON.stringify({ email: 'reader@church.example' });
  const CALL = `POST /api/newsletter-subscriptions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n`;

  it('has one line in the log and one count in the metrics for each call', async () => {
    const route = '/api/newsletter-subscriptions';
    const instants = [0, 1, 2, 3, 5, 8, 20, 60];
    const [lines, count] = [(await linesOf(route)).length, await countOf(route)];
    for (const ms of instants) await resetAfter(CALL + BODY, ms);
    await resetAfter(CALL + BODY.slice(0, 5), 20);
    const all = lines + instants.length + 1;
    await eventually(async () => (await linesOf(route)).length >= all && (await countOf(route)) >= count + instants.length + 1);
    const added = (await linesOf(route)).slice(lines);
    expect(added).toHaveLength(instants.length + 1);
    expect(new Set(added.map(({ requestId }) => requestId)).size).toBe(added.length);
    expect(added.at(-1)!.status).toBe('499');
    for (const { status } of added) expect(['202', '499']).toContain(status);
  });
}); // oxfmt-ignore
