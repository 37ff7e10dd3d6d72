import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS } from '@lampstand/contracts';
import { MOVED } from '../../site/redirects.ts';
import type { Settings } from '../config/index.ts';
import { Refusal } from './refusal.ts';
import { loadStaticFiles, type StaticFile } from './static-files.ts';
import type { RouteMarks } from './takes.ts';

const NOT_FOUND = '/404';

/** Pages of the back office that are one file for every id. The file's own address is none. */
const ANY_ID = '/_';
const withAnyId = (address: string): string => address.replace(/^(\/trials|\/admin\/ambassadors)\/\d+$/, `$1${ANY_ID}`);

/** Serves the built site from memory; an unknown address is a real 404, as a page or, below /api, as JSON. */
export function serveSite(fastify: FastifyInstance, root: string, settings: Settings): void {
  const files = loadStaticFiles(root, settings);

  for (const call of ['/api', '/api/*'])
    fastify.get(call, () => {
      throw new Refusal(404, ERRORS.notFound);
    });

  fastify.get('/*', { config: { quiet: true } satisfies RouteMarks }, (request, reply) => {
    const address = read(request.url).pathname;
    const moved = MOVED.get(address.replace(/\/+$/, ''));
    if (moved) return reply.redirect(moved + read(request.url).search, 301);
    if (address !== '/' && address.endsWith('/')) return reply.redirect(withoutSlash(request.url), 301);
    const file = address === NOT_FOUND || address.endsWith(ANY_ID) ? undefined : files.get(withAnyId(address));
    if (file) return send(request, reply.status(200), file, address);
    const page = files.get(NOT_FOUND);
    return page
      ? send(request, reply.status(404), page, NOT_FOUND)
      : reply.status(404).type('text/plain').send(ERRORS.notFound);
  });
}

/** An address that begins with two slashes would name a host, or nothing at all. */
const read = (url: string): URL => new URL(url.replace(/^[/\\]+/, '/'), 'http://site');

/** "//evil.example/" must not become a redirect to another host. */
const withoutSlash = (url: string): string => {
  const { pathname, search } = read(url);
  return (pathname.replace(/^\/+/, '/').replace(/\/+$/, '') || '/') + search;
};

function send(request: FastifyRequest, reply: FastifyReply, file: StaticFile, address: string): FastifyReply {
  void reply.headers({
    ...file.headers,
    etag: file.etag,
    vary: 'accept-encoding',
    ...capabilityHeaders(address, request.url),
    ...backOfficeHeaders(address),
  });
  if (reply.statusCode === 200 && isKnown(request.headers['if-none-match'], file.etag)) return reply.status(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  if (file.br && takes(accepted, 'br')) return reply.header('content-encoding', 'br').send(file.br);
  if (file.gz && takes(accepted, 'gzip')) return reply.header('content-encoding', 'gzip').send(file.gz);
  return reply.send(file.raw);
}

/** Compared weakly (RFC 9110 §13.1.2): a proxy may have taken the `W/` away. */
const isKnown = (tags: string | undefined, etag: string): boolean =>
  tags?.trim() === '*' || !!tags?.includes(etag.replace('W/', ''));

/** A coding that is named, and not with the weight nought, which forbids it. */
const takes = (accepted: string, coding: string): boolean =>
  accepted
    .toLowerCase()
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim()))
    .some(([name, weight]) => name === coding && !/^q=0(\.0*)?$/.test(weight ?? ''));

/** The address of a sign-up, or of a link in a letter, is a capability: it goes to no other site and into no index. */
const capabilityHeaders = (address: string, url: string): Record<string, string> => ({
  ...(/^\/(trial|newsletter|plan|reminders)(\/|$)|^\/trial-checkout-success$/.test(address) && {
    'referrer-policy': 'no-referrer',
    ...(url.includes('?') && { 'x-robots-tag': 'noindex' }),
  }),
});

/** What staff look at is kept by no cache, shared or not, and found by no search engine. */
const backOfficeHeaders = (address: string): Record<string, string> =>
  /^\/(admin|trials|database)(\/|$)/.test(address) ? { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' } : {};
