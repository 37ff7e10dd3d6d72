/**
 * Traces: each request has one, the jobs that it queues belong to it, and every log line names it. Spans are no-ops until
 * `export-traces.ts` registers a provider.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import {
  type Attributes,
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import { currentRequest } from '../request-context.ts';

/** The header of W3C Trace Context, section 3.2: version, trace, parent span, flags. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

/** Where a trace goes on, as this header says. */
export type Traceparent = string;

/** The caller's header if it is well-formed, else that of a new trace. */
export const traceparentFrom = (header: unknown): Traceparent =>
  isTraceparent(header) ? header : `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;

const isTraceparent = (header: unknown): header is Traceparent =>
  typeof header === 'string' && TRACEPARENT.test(header);

/** For work that goes on elsewhere: the active span, or the trace of the current request or job. */
export function currentTraceparent(): Traceparent {
  const active = trace.getActiveSpan();
  return active ? traceparentOf(active) : traceparentFrom(currentRequest().traceparent);
}

function traceparentOf(span: Span): Traceparent {
  const { traceId, spanId } = span.spanContext();
  return `00-${traceId}-${spanId}-01`;
}

interface SpanOptions {
  kind?: SpanKind;
  attributes?: Attributes;
  root?: boolean;
  /** Default: the active span. */
  parent?: Traceparent | undefined;
}

const tracer = trace.getTracer('lampstand');

/** Starts a span that its caller ends. */
export const startSpan = (name: string, { parent, ...options }: SpanOptions): Span =>
  tracer.startSpan(name, options, parent === undefined ? context.active() : remote(parent));

/** Does work in a span. */
export async function traced<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const span = startSpan(name, options);
  try {
    return await context.with(trace.setSpan(context.active(), span), work);
  } catch (error) {
    failSpan(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Marks a span with the class of an error; a message could quote a person. */
export function failSpan(span: Span, error: unknown): void {
  const kind = error instanceof Error ? error.constructor.name : typeof error;
  span.setAttribute('error.type', kind).setStatus({ code: SpanStatusCode.ERROR });
}

const remote = (parent: Traceparent): Context => {
  const [, traceId = '', spanId = ''] = TRACEPARENT.exec(parent) ?? [];
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });
};

/** The active context of the exporter's context manager. */
export const contexts = new AsyncLocalStorage<Context>();

/** Starts the span of a request and makes it the active one of its further handling. */
export function enterRequestSpan(method: string, header: unknown): { span: Span; traceparent: Traceparent } {
  const parent = isTraceparent(header) ? header : undefined;
  const span = startSpan(method, { kind: SpanKind.SERVER, root: parent === undefined, parent });
  if (!span.isRecording()) return { span, traceparent: traceparentFrom(header) };
  contexts.enterWith(trace.setSpan(ROOT_CONTEXT, span));
  return { span, traceparent: traceparentOf(span) };
}
