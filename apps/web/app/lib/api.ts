import type { ErrorBody } from '@lampstand/contracts';
import { whenConnected } from './connection.ts';

/** A response outside 2xx, or one that does not say that the call succeeded. Its message is '{status}: {body or status text}'. */
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

function parsed<Body>(text: string): Partial<Body> {
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

/** Whether an answer says that the call succeeded. */
type IsDone<Answer> = (answer: Partial<Answer>) => unknown;

/**
 * The JSON of an answer. Waits while there is no network, and then sends the call again: each public call has its effect once.
 * Staff see at once that a call failed.
 * @param succeeded tells from the answer whether the call succeeded; if not, an ApiError is thrown
 */
export function call<Answer>(
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  headers: HeadersInit = {},
  succeeded?: IsDone<Answer>,
): Promise<Answer> {
  const work = async () => {
    const response = await send(method, path, { body, headers });
    if (!succeeded) return (await response.json()) as Answer;
    const text = await response.text();
    const answer = parsed<Answer>(text);
    if (!succeeded(answer)) throw new ApiError(response.status, text, response.statusText);
    return answer as Answer;
  };
  return path.startsWith('/api/admin') ? work() : whenConnected(work);
}

export interface Done {
  success: true;
}

export const isDone: IsDone<Done> = ({ success }) => success === true;

/** A command. It succeeded when its answer says so. */
export const post = <Answer extends Done = Done>(
  path: string,
  body: unknown,
  headers?: HeadersInit,
  succeeded: IsDone<Answer> = isDone,
) => call<Answer>('POST', path, body, headers, succeeded);

/** Asks by POST, where the question is no part of the address. */
export const ask = <Answer>(path: string, body: unknown, headers?: HeadersInit) =>
  call<Answer>('POST', path, body, headers);

/** Of a command: refused when what was `seen`, the tag of a reading, has changed. */
export const ifMatch = (seen: string | undefined): HeadersInit =>
  seen === undefined ? {} : { 'if-match': `"${seen}"` };

/** What the server says about a failure, whatever the status; empty for network errors. */
export const flagsOf = (error: unknown): Partial<ErrorBody> => (error instanceof ApiError ? error.body : {});

/** The server's error message; undefined for network errors. */
export const reasonOf = (error: unknown): string | undefined => flagsOf(error).error;

export const isStatus = (error: unknown, ...statuses: number[]): error is ApiError =>
  error instanceof ApiError && statuses.includes(error.status);
