import type { FastifyReply, FastifyRequest } from 'fastify';

interface Content {
  raw: Buffer;
  etag: string;
}

/** Sends the range of bytes that the request asks for (RFC 9110 §14), or everything. Safari plays no film without ranges. */
export function sendRange({ headers }: FastifyRequest, reply: FastifyReply, { raw, etag }: Content): FastifyReply {
  const isCurrent = headers['if-range'] === undefined || headers['if-range'] === etag;
  const range = isCurrent ? rangeIn(headers.range, raw.length) : undefined;
  if (!range) return reply.send(raw);
  const { first, last } = range;
  if (first > last) return reply.status(416).header('content-range', `bytes */${raw.length}`).send();
  return reply
    .status(206)
    .header('content-range', `bytes ${first}-${last}/${raw.length}`)
    .send(raw.subarray(first, last + 1));
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
