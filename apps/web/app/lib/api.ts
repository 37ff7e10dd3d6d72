import type { ErrorBody } from '@lampstand/contracts';
import { whenConnected } from './connection.ts';

/** Any response outside 2xx. Its message is '{status}: {body or status text}'. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly body: Partial<ErrorBody>;

  constructor(status: number, text: string, statusText: string) {
    super(`${status}: ${text || statusText}`);
    this.status = status;
    this.body = parsed(text);
  }
}

function parsed(text: string): Partial<ErrorBody> {
  try {
    const body: unknown = JSON.parse(text);
    return body && typeof body === 'object' ? body : {};
  } catch {
    return {};
  }
}

/** Sends JSON with cookies. Throws ApiError unless the status is 2xx. */
export async function send(method: 'GET' | 'POST', path: string, { body, ...init }: RequestOptions = {}) {
  const response = await fetch(path, {
    ...init,
    method,
    credentials: 'include',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...init.headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
  return response;
}

interface RequestOptions extends Omit<RequestInit, 'body'> {
  body?: unknown;
}

/**
 * Waits while there is no network, and then sends the call again: each public call has its effect once. Staff see at once
 * that a call failed.
 */
export function call<Answer>(method: 'GET' | 'POST', path: string, body?: unknown, headers: HeadersInit = {}) {
  const work = async () => (await (await send(method, path, { body, headers })).json()) as Answer;
  return path.startsWith('/api/admin') ? work() : whenConnected(work);
}

export const post = <Answer>(path: string, body: unknown, headers?: HeadersInit) =>
  call<Answer>('POST', path, body, headers);

/** Of a command: refused when what was `seen`, the tag of a reading, has changed. */
export const ifMatch = (seen: string | undefined): HeadersInit =>
  seen === undefined ? {} : { 'if-match': `"${seen}"` };

/** The server's error message; undefined for network errors. */
export const reasonOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.body.error : undefined;

export const isStatus = (error: unknown, ...statuses: number[]): error is ApiError =>
  error instanceof ApiError && statuses.includes(error.status);
