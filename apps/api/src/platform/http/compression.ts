import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { routeOptionsOf } from './route-decorators.ts';

/** Smaller answers fit into one packet anyway. */
const MIN_BYTES = 1024;

/** Fast rather than small: a list is compressed for each request. */
const LEVEL = { level: constants.Z_BEST_SPEED };

const zip = promisify<string | Buffer, object, Buffer>(gzip);

/** Compresses an answer that is made for one request. */
export const gzipped = (content: string | Buffer): Promise<Buffer> => zip(content, LEVEL);

/**
 * Compresses the answers of routes with `@Compressed()` for clients that accept gzip. No other call is compressed: the
 * size of a compressed answer tells an eavesdropper whether a text of his choice stands beside a secret in it (BREACH).
 */
export function compressAnswers(fastify: FastifyInstance): void {
  fastify.addHook('onSend', async (request, reply, payload) => {
    if (!routeOptionsOf(request).compressed) return payload;
    void reply.header('vary', 'accept-encoding');
    const isStream = payload instanceof Readable;
    const isLong = typeof payload === 'string' && payload.length >= MIN_BYTES;
    if (!(isStream || isLong) || !accepts(request.headers['accept-encoding'] ?? '', 'gzip')) return payload;
    void reply.header('content-encoding', 'gzip').removeHeader('content-length');
    // A failure of the source ends the response, and an abandoned response ends the source.
    return isStream ? pipeline(payload, createGzip(LEVEL), () => {}) : gzipped(payload);
  });
}

/** Whether Accept-Encoding names the coding without `q=0`. */
export const accepts = (accepted: string, coding: string): boolean =>
  accepted
    .toLowerCase()
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim()))
    .some(([name, weight]) => name === coding && !/^q=0(\.0*)?$/.test(weight ?? ''));
