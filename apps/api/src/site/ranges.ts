import { createReadStream, fstatSync, openSync } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An open file, which can be read also after a new build has deleted it. */
export interface Film {
  fd: number;
  size: number;
}

export function openFilm(file: string): Film {
  const fd = openSync(file, 'r');
  return { fd, size: fstatSync(fd).size };
}

/** Sends the range of bytes that the request asks for (RFC 9110 §14), or everything. Safari plays no film without ranges. */
export function sendRange(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { fd, size }: Film,
  etag: string,
): FastifyReply {
  const isCurrent = headers['if-range'] === undefined || headers['if-range'] === etag;
  const range = isCurrent ? rangeIn(headers.range, size) : undefined;
  if (range && range.first > range.last) return reply.status(416).header('content-range', `bytes */${size}`).send();
  const { first, last } = range ?? { first: 0, last: size - 1 };
  if (range) void reply.status(206).header('content-range', `bytes ${first}-${last}/${size}`);
  const part = createReadStream('', { fd, start: first, end: last, autoClose: false });
  return reply.header('content-length', last - first + 1).send(part);
}

/** The only range of a Range header; undefined for several, which a server may ignore. Past the end, `first` is after `last`. */
function rangeIn(header: string | undefined, length: number): { first: number; last: number } | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from) {
    // An end before its begin is no range.
    if (to && Number(to) < Number(from)) return undefined;
    return { first: Number(from), last: Math.min(to ? Number(to) : Infinity, length - 1) };
  }
  return to ? { first: Number(to) ? Math.max(0, length - Number(to)) : length, last: length - 1 } : undefined;
}
