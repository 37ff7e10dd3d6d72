/** Traces and log lines: a request, its use case, SQL and provider calls, and the jobs that it queues, under one trace id. */
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { aVisitor } from '../builders/index.ts';
import { settled } from '../invariants/index.ts';
import { eventually } from '../support/index.ts';
import { inProcessStack, type OwnStack } from '../support/own-stack.ts';
import { startStack } from '../support/stack.mjs';

jest.setTimeout(120_000);

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

const TRACE = 'c0ffee00c0ffee00c0ffee00c0ffee00';
const CALLER = `00-${TRACE}-00f067aa0ba902b7-01`;

describe('with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  const spans: Span[] = [];
  let collector: Server;
  let stack: OwnStack;

  beforeAll(async () => {
    collector = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        for (const { scopeSpans } of JSON.parse(body).resourceSpans)
          for (const scope of scopeSpans) spans.push(...scope.spans);
        response.setHeader('content-type', 'application/json').end('{}');
      });
    });
    await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
    const { port } = collector.address() as { port: number };
    stack = await startStack({
      apis: 1,
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` },
    });
  });
  afterAll(async () => {
    await stack?.stop();
    collector?.close();
  });

  const named = (name: string) => spans.find((span) => span.name === name);
  const arrived = async (name: string): Promise<Span> => {
    await eventually(() => named(name) !== undefined);
    return named(name)!;
  };
  /** The names of a span and of those above it. */
  const pathOf = (span: Span | undefined): string[] =>
    span ? [...pathOf(spans.find(({ spanId }) => spanId === span.parentSpanId)), span.name] : [];

  it('an account is opened in a trace of the request, over the queue, with its SQL and provider calls', async () => {
    await aVisitor(stack).becomesMember();
    await settled(stack);
    const job = await arrived('job openAccount');
    const ofJob = spans.filter(({ traceId }) => traceId === job.traceId);
    expect(pathOf(job)[0]).toMatch(/^POST \/api\//);
    expect(pathOf(job).at(-1)).toBe('job openAccount');
    const above = pathOf(job).slice(0, -1).join(' > ');
    const below = ofJob.filter((span) => pathOf(span).includes('job openAccount')).map(({ name }) => name);
    expect(above).not.toBe('');
    expect(below).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^POST 127\.0\.0\.1/),
        expect.stringMatching(/^UPDATE trial_signups/),
      ]),
    );
  });

  it('a mail is a span of its job', async () => {
    expect(pathOf(await arrived('SMTP send')).at(-2)).toMatch(/^job /);
  });

  it('the use case of a request is a span below it', async () => {
    const query = spans.find((span) => span.name === 'INSERT trial_signups');
    expect(pathOf(query)).toEqual(['POST /api/trial-signup', expect.stringMatching(/^\w+$/), 'INSERT trial_signups']);
  });

  it('a trace of the caller goes on', async () => {
    await fetch(`${stack.url}/healthz`, { headers: { traceparent: CALLER } });
    await eventually(() => spans.some(({ traceId, name }) => traceId === TRACE && name === 'GET /healthz'));
  });

  it('no span quotes what a person typed', async () => {
    const visitor = aVisitor(stack);
    await visitor.signsUp();
    await eventually(() => spans.filter(({ name }) => name === 'POST /api/trial-signup').length >= 2);
    const texts = JSON.stringify(spans);
    expect(texts).not.toContain(visitor.details.email);
    expect(texts).not.toContain(visitor.details.phone);
  });
});

describe('without it', () => {
  const stack = inProcessStack();

  const lines = async () =>
    (await stack.logs())
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));

  it('one line of the log names the trace, the route, the outcome and the duration of a request', async () => {
    await fetch(`${stack.url}/api/plans`, { headers: { traceparent: CALLER } });
    await eventually(async () => (await lines()).some(({ traceId }) => traceId === TRACE));
    const [line] = (await lines()).filter(({ traceId }) => traceId === TRACE);
    expect(line).toMatchObject({ method: 'GET', status: expect.any(String), ms: expect.any(Number), msg: 'answered' });
  });

  it('one line names the queue, the outcome and the duration of a job, and the trace of the request that queued it', async () => {
    await aVisitor(stack).becomesMember();
    await settled(stack);
    const all = await lines();
    const [job] = all.filter(({ queue, msg }) => queue === 'openAccount' && msg === 'job done');
    expect(job).toMatchObject({ traceId: expect.stringMatching(/^[0-9a-f]{32}$/), ms: expect.any(Number) });
    expect(all.filter(({ traceId, msg }) => traceId === job.traceId && msg === 'answered')).toHaveLength(1);
  });
});
