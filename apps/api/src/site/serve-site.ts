import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { ERRORS } from '@lampstand/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accepts, gzipped } from '../platform/http/compression.ts';
import type { RouteOptions } from '../platform/http/route-decorators.ts';
import type { PageServices } from './page-services.ts';
import { contentOf, type KeptPage, type Pages } from './pages.ts';
import { REDIRECTS } from './redirects.ts';
import type { ReleaseAssets, StoredAsset } from './release-assets.ts';

/** Where React Router asks for the routes that a page links to. */
const ROUTES = '/__manifest';
/** Where the files are whose names have a hash of their content. */
const ASSETS = '/assets/';

/**
 * Serves the files that the build wrote for browsers, the pages, and the answers to their forms. A page is rendered for one visitor
 * when it answers a form or shows what its query names. Unknown URLs are a 404: JSON below /api, a page elsewhere.
 */
export async function serveSite(
  fastify: FastifyInstance,
  pages: Pages,
  services: PageServices,
  releases: Pick<ReleaseAssets, 'find'>,
) {
  const { forms } = await pages.load();
  const files = pages.source.files ? await serveFiles(fastify, pages.source.files) : new Set<string>();

  for (const call of ['/api', '/api/*'])
    fastify.get(call, (_request, reply) => reply.status(404).send({ error: ERRORS.notFound }));

  fastify.get('/*', { config: { quiet: true } satisfies RouteOptions }, async (request, reply) => {
    const { pathname: address, search } = parse(request.url);
    if (/^[/\\]{2}/.test(request.url)) return reply.redirect(withoutSlash(request.url), 301);
    const target = REDIRECTS.get(withoutEnd(address));
    if (target) return reply.redirect(withQuery(target, search), 301);
    if (address !== '/' && address.endsWith('/')) return reply.redirect(withoutSlash(request.url), 301);
    if (files.has(address)) return reply.sendFile(address.slice(1));
    if (address.startsWith(ASSETS)) {
      const accepted = request.headers['accept-encoding'] ?? '';
      const encodings = { br: accepts(accepted, 'br'), gzip: accepts(accepted, 'gzip') };
      const asset = await releases.find(address, encodings);
      if (asset) return sendAsset(request, reply, asset, address);
    }
    if (address === ROUTES) return pass(request, reply, pages);
    const site = await pages.load();
    const place = site.find(address);
    if (place && place.address !== address) return reply.redirect(place.address + search, 301);
    if (search && site.readsQuery(address)) return answerVisit(request, reply);
    const page = await pages.at(place);
    const meant = withoutMark(address);
    if (page.status === 404 && meant !== address) return reply.redirect(meant + search, 301);
    return send(request, reply, page, address);
  });

  for (const { path: form, byLink } of forms) {
    const config: RouteOptions = { formBody: true, ...(byLink && { anyBody: true, anyOrigin: true }) };
    fastify.post(form, { config }, (request, reply) => answerVisit(request, reply));
  }

  async function answerVisit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await services.admit();
    const visit = { nonce: randomBytes(16).toString('base64'), services: services.of(request, reply) };
    const { pathname: address } = parse(request.url);
    const given = await pages.answer(toRequest(request, pages.origin), visit);
    const content = Buffer.from(await given.response.arrayBuffer());
    void reply.status(given.response.status).headers({
      ...Object.fromEntries(given.response.headers),
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      vary: 'accept-encoding',
      ...pages.policyOf(address, given, content),
      ...capabilityHeaders(address, request.url),
    });
    // Safe to compress (BREACH): an attacker cannot put text into a page whose address he does not know, nor post a form from his site.
    if (!accepts(request.headers['accept-encoding'] ?? '', 'gzip')) return reply.send(content);
    return reply.header('content-encoding', 'gzip').send(await gzipped(content));
  }
}

/** The request as the pages see it: without cookies, which the services read, and without an origin, which a hook has checked. */
const toRequest = ({ url, method, body }: FastifyRequest, origin: string): Request =>
  new Request(new URL(url.replace(/^[/\\]+/, '/'), origin), {
    method,
    ...(typeof body === 'string' && { body: new URLSearchParams(body) }),
  });

/** Lets `reply.sendFile` send the files of the folder. Their addresses: a folder is none. */
async function serveFiles(fastify: FastifyInstance, folder: string): Promise<Set<string>> {
  const addressOf = (file: string) => `/${path.relative(folder, file).replaceAll(path.sep, '/')}`;
  await fastify.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => void reply.headers(headersOf(addressOf(file.replace(/\.(br|gz)$/, '')))),
  });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name));
  return new Set(files.map(({ parentPath, name }) => addressOf(path.join(parentPath, name))));
}

const headersOf = (file: string): Record<string, string> => ({
  'cache-control': file.startsWith(ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache',
  // Fonts load in the frames of Stripe's card form, too.
  ...(file.endsWith('.woff2') && { 'access-control-allow-origin': '*' }),
  // What a service worker may load follows from the policy of its script.
  ...(file.endsWith('-worker.js') && { 'content-security-policy': "default-src 'self'" }),
});

/** Sends an asset of another release as `reply.sendFile` sends those of this one. */
function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: StoredAsset, address: string): FastifyReply {
  const etag = `W/"${address.slice(ASSETS.length)}"`;
  void reply.headers({ ...headersOf(address), etag, vary: 'accept-encoding' });
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send();
  if (asset.encoding) void reply.header('content-encoding', asset.encoding);
  return reply.type(asset.type).send(asset.content);
}

/** Leading slashes are collapsed, because "//host/" would parse as another host. */
const parse = (url: string): URL => new URL(url.replace(/^[/\\]+/, '/'), 'http://site');

/** The address without the slashes at its end. A regular expression would try each slash of the address as the first of them. */
function withoutEnd(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}

/** The address without what stood behind it in a sentence. */
const withoutMark = (address: string): string =>
  address.replace(/(?:[.,;:!?)\]'*]|%(?:20|22|3E|5D|7D|E2%80%99|E2%80%9D|C2%A0)){1,3}$/i, '');

const withQuery = (target: string, search: string): string =>
  target + (target.includes('?') ? search.replace('?', '&') : search);

/** Never redirects to another host, also not for "//evil.example/". */
const withoutSlash = (url: string): string => {
  const { pathname, search } = parse(url);
  return (withoutEnd(pathname.replace(/^\/+/, '/')) || '/') + search;
};

/** Answers as React Router does. */
async function pass(request: FastifyRequest, reply: FastifyReply, pages: Pages): Promise<FastifyReply> {
  const { response } = await pages.answer(toRequest(request, pages.origin));
  void reply.status(response.status).headers(Object.fromEntries(response.headers));
  // As bytes: hooks see what they know.
  return reply.send(Buffer.from(await response.arrayBuffer()));
}

function send(request: FastifyRequest, reply: FastifyReply, page: KeptPage, address: string): FastifyReply {
  void reply.status(page.status).headers({
    ...page.headers,
    etag: page.etag,
    vary: 'accept-encoding',
    ...capabilityHeaders(address, request.url),
    ...backOfficeHeaders(address),
  });
  if (page.status === 200 && matchesEtag(request.headers['if-none-match'], page.etag)) return reply.status(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  if (accepts(accepted, 'br')) return reply.header('content-encoding', 'br').send(page.br);
  if (accepts(accepted, 'gzip')) return reply.header('content-encoding', 'gzip').send(page.gz);
  return reply.send(contentOf(page));
}

/** Weak comparison (RFC 9110 §13.1.2): a proxy may have removed the `W/`. */
const matchesEtag = (tags: string | undefined, etag: string): boolean =>
  tags?.trim() === '*' || !!tags?.includes(etag.replace('W/', ''));

/** URLs of sign-ups and mail links are capabilities: they must not leak by Referer or be indexed. */
const capabilityHeaders = (address: string, url: string): Record<string, string> => ({
  ...(/^\/(trial|newsletter|plan|reminders)(\/|$)|^\/trial-checkout-success$/.test(address) && {
    'referrer-policy': 'no-referrer',
    ...(url.includes('?') && { 'x-robots-tag': 'noindex' }),
  }),
});

/** Back-office pages are neither cached nor indexed. */
const backOfficeHeaders = (address: string): Record<string, string> =>
  /^\/(admin|trials|database)(\/|$)/.test(address) ? { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' } : {};
