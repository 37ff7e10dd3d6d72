/** Sends spans to an OpenTelemetry collector. Loaded only when one is set. */
import { channel } from 'node:diagnostics_channel';
import type { INestApplication } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import {
  type Context,
  type ContextManager,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  trace,
} from '@opentelemetry/api';
import { isTracingSuppressed } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import pg from 'pg';
import { contexts, failSpan, startSpan, traced } from './tracing.ts';

/**
 * Registers the exporter, and makes spans of SQL and of calls to other servers that a request or job makes. The exporter reads
 * the OTEL_EXPORTER_OTLP_* variables itself. Returns what sends the rest.
 */
export function exportTraces(serviceName: string): () => Promise<void> {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: 1000 })],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new ContextsOfRequests());
  traceSql();
  traceCalls();
  return () => provider.shutdown();
}

/** Makes a span of each `execute` of a use case. */
export function traceUseCases(app: INestApplication): void {
  const providers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.providers.values()]);
  for (const { instance } of providers) {
    const { execute } = (instance ?? {}) as { execute?: (...args: unknown[]) => Promise<unknown> };
    if (typeof execute !== 'function') continue;
    const { name } = (instance as object).constructor;
    (instance as { execute: typeof execute }).execute = (...args) =>
      traced(name, {}, async () => execute.apply(instance, args));
  }
}

class ContextsOfRequests implements ContextManager {
  active = (): Context => contexts.getStore() ?? ROOT_CONTEXT;

  with<A extends unknown[], F extends (...args: A) => ReturnType<F>>(
    active: Context,
    work: F,
    self?: ThisParameterType<F>,
    ...args: A
  ): ReturnType<F> {
    return contexts.run(active, () => work.apply(self, args));
  }

  bind<T>(active: Context, target: T): T {
    if (typeof target !== 'function') return target;
    return ((...args: unknown[]) => contexts.run(active, () => target(...args))) as T;
  }

  enable = () => this;
  disable = () => this;
}

/** Whether the current work has a span to which others belong: sweeps and the exporter have none. */
const isTraced = (): boolean => trace.getActiveSpan() !== undefined && !isTracingSuppressed(context.active());

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

/** Statements have parameters, so their text quotes no person. */
function traceSql(): void {
  const { prototype } = pg.Client as unknown as { prototype: { query: Query } };
  const { query } = prototype;
  prototype.query = function (...args) {
    const [statement] = args as [string | { text?: string }];
    const text = typeof statement === 'string' ? statement : statement.text;
    if (!text || !isTraced()) return query.apply(this, args);
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
    const span = startSpan(summaryOf(text), { kind: SpanKind.CLIENT, attributes });
    const callback = args.at(-1);
    if (typeof callback === 'function') args[args.length - 1] = endsSpan(span, callback as Callback);
    const result = query.apply(this, args);
    if (result instanceof Promise)
      void result.then(
        () => span.end(),
        (error: unknown) => endFailed(span, error),
      );
    return result;
  };
}

type Callback = (error: unknown, ...results: unknown[]) => void;

const endsSpan =
  (span: Span, callback: Callback): Callback =>
  (error, ...results) => {
    if (error) endFailed(span, error);
    else span.end();
    callback(error, ...results);
  };

function endFailed(span: Span, error: unknown): void {
  failSpan(span, error);
  span.end();
}

/** Such as "SELECT trial_signups". */
function summaryOf(text: string): string {
  const [, verb = 'SQL'] = /^\W*(\w+)/.exec(text) ?? [];
  const [, table = ''] = /\b(?:from|into|update)\s+"?([\w.]+)/i.exec(text) ?? [];
  return `${verb.toUpperCase()} ${table}`.trim();
}

/** Node publishes each request of `http`, `https` and `fetch`: the SDKs of the providers use them. */
function traceCalls(): void {
  const spans = new WeakMap<object, Span>();
  const begin = (request: Message['request'], host: string) => {
    if (!isTraced()) return;
    const { method, path } = request;
    const attributes = { 'http.request.method': method, 'server.address': host, 'url.path': path.replace(/\?.*/s, '') };
    spans.set(request, startSpan(`${method} ${host}`, { kind: SpanKind.CLIENT, attributes }));
  };
  const end = (request: object, status: number | undefined) =>
    spans
      .get(request)
      ?.setAttribute('http.response.status_code', status ?? 0)
      .end();
  const fail = (request: object, error: unknown) => {
    const span = spans.get(request);
    if (span) endFailed(span, error);
  };
  on('http.client.request.start', ({ request }) => begin(request, request.host));
  on('http.client.response.finish', ({ request, response }) => end(request, response?.statusCode));
  on('http.client.request.error', ({ request, error }) => fail(request, error));
  on('undici:request:create', ({ request }) => begin(request, new URL(request.origin).hostname));
  on('undici:request:headers', ({ request, response }) => end(request, response?.statusCode));
  on('undici:request:error', ({ request, error }) => fail(request, error));
}

interface Message {
  /** `host` of a `http.ClientRequest`, `origin` of a request of `fetch`. */
  request: { method: string; path: string; host: string; origin: string };
  response?: { statusCode?: number };
  error?: unknown;
}

const on = (name: string, listener: (message: Message) => void): void =>
  channel(name).subscribe((message) => listener(message as Message));
