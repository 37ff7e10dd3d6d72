import { createHash } from 'node:crypto';
import { closeSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { chosenPlan, ERRORS } from '@lampstand/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../platform/config/index.ts';
import { accepts } from '../platform/http/compression.ts';
import type { RouteOptions } from '../platform/http/route-decorators.ts';
import { contentSecurityPolicy, REPORTING_ENDPOINTS } from './content-security.ts';
import type { FormPages } from './form-pages.ts';
import { type Film, openFilm, sendRange } from './ranges.ts';
import { REDIRECTS } from './redirects.ts';

const NOT_FOUND = '/404';

/** The file of a back-office page that serves every id. It has no URL of its own. */
const ANY_ID = '/_';
const withAnyId = (address: string): string =>
  address.replace(/^(\/trials|\/admin\/(?:ambassadors|files|trial-requests))\/\d+$/, `$1${ANY_ID}`);

/** The steps of the sign-up without scripts; their forms have the id of the sign-up. */
const PLAIN_STEPS = new Set(['/trial/code', '/trial/card']);

/** Serves the built site at `root` from memory, its films from files that stay open. Unknown URLs are a 404: JSON below /api, a page elsewhere. */
export function serveStaticSite(fastify: FastifyInstance, root: string, settings: Settings, pages?: FormPages): void {
  const files = loadStaticFiles(root, settings);
  pages?.use(files);
  fastify.addHook('onClose', async () => {
    for (const { film } of files.values()) if (film) closeSync(film.fd);
  });

  for (const call of ['/api', '/api/*'])
    fastify.get(call, (_request, reply) => reply.status(404).send({ error: ERRORS.notFound }));

  fastify.get('/*', { config: { quiet: true } satisfies RouteOptions }, (request, reply) => {
    const address = parse(request.url).pathname;
    const target = REDIRECTS.get(withoutEnd(address));
    if (target) return reply.redirect(withQuery(target, parse(request.url).search), 301);
    if (address !== '/' && address.endsWith('/')) return reply.redirect(withoutSlash(request.url), 301);
    const query = parse(request.url).searchParams;
    const trialId = PLAIN_STEPS.has(address) && query.get('trialId');
    if (trialId && pages) {
      const selectedPlan = chosenPlan(query.get('plan'));
      return pages.send(reply, 200, address, { values: { trialId, ...(selectedPlan && { selectedPlan }) } });
    }
    const file = address === NOT_FOUND || address.endsWith(ANY_ID) ? undefined : files.get(withAnyId(address));
    if (file) return send(request, reply.status(200), file, address);
    const page = files.get(NOT_FOUND);
    return page
      ? send(request, reply.status(404), page, NOT_FOUND)
      : reply.status(404).type('text/plain').send(ERRORS.notFound);
  });
}

/** Leading slashes are collapsed, because "//host/" would parse as another host. */
const parse = (url: string): URL => new URL(url.replace(/^[/\\]+/, '/'), 'http://site');

/** The address without the slashes at its end. A regular expression would try each slash of the address as the first of them. */
function withoutEnd(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}

const withQuery = (target: string, search: string): string =>
  target + (target.includes('?') ? search.replace('?', '&') : search);

/** Never redirects to another host, also not for "//evil.example/". */
const withoutSlash = (url: string): string => {
  const { pathname, search } = parse(url);
  return (withoutEnd(pathname.replace(/^\/+/, '/')) || '/') + search;
};

function send(request: FastifyRequest, reply: FastifyReply, file: StaticFile, address: string): FastifyReply {
  void reply.headers({
    ...file.headers,
    etag: file.etag,
    vary: 'accept-encoding',
    ...capabilityHeaders(address, request.url),
    ...backOfficeHeaders(address),
  });
  if (reply.statusCode === 200 && matchesEtag(request.headers['if-none-match'], file.etag))
    return reply.status(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  if (file.br && accepts(accepted, 'br')) return reply.header('content-encoding', 'br').send(file.br);
  if (file.gz && accepts(accepted, 'gzip')) return reply.header('content-encoding', 'gzip').send(file.gz);
  return file.film ? sendRange(request, reply, file.film, file.etag) : reply.send(contentOf(file));
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

/** A file of the built site with its precompressed encodings. */
export interface StaticFile {
  /** Of a file that is not compressed: memory holds each file as it is usually sent. Empty for a film. */
  raw?: Buffer;
  br?: Buffer;
  gz?: Buffer;
  headers: Record<string, string>;
  etag: string;
  film?: Film;
}

/** The file without an encoding. */
export const contentOf = ({ raw, gz }: StaticFile): Buffer => raw ?? gunzipSync(gz!);

const TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.vtt': 'text/vtt; charset=utf-8',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

/** The built site by URL path: "/pricing" for pricing/index.html, "/assets/x.js" for a file. */
function loadStaticFiles(root: string, settings: Settings): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  if (!existsSync(root)) return files;
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const extension = path.extname(entry.name);
    // Pages are index.html files; other HTML files and unknown types are not served.
    if (!entry.isFile() || !TYPES[extension] || (extension === '.html' && entry.name !== 'index.html')) continue;
    const file = path.join(entry.parentPath, entry.name);
    const address = `/${path.relative(root, file).split(path.sep).join('/')}`;
    files.set(extension === '.html' ? pageAddress(address) : address, load(file, address, settings));
  }
  return files;
}

const pageAddress = (address: string): string => address.replace(/\/?index\.html$/, '') || '/';

const tagOf = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 27);

function load(file: string, address: string, settings: Settings): StaticFile {
  const type = TYPES[path.extname(file)]!;
  const isFilm = type.startsWith('video/');
  const raw = isFilm ? Buffer.alloc(0) : readFileSync(file);
  const encoded = (suffix: string) => (existsSync(file + suffix) ? readFileSync(file + suffix) : undefined);
  const br = encoded('.br');
  const gz = encoded('.gz');
  const page = type.startsWith('text/html');
  return {
    ...(!gz && { raw }),
    ...(isFilm && { film: openFilm(file) }),
    ...(br && { br }),
    ...(gz && { gz }),
    // Weak, because all encodings share it. A film has one encoding, its parts are compared by it, and its name has a hash of its content.
    etag: isFilm ? `"${tagOf(address)}"` : `W/"${tagOf(raw)}"`,
    headers: {
      'content-type': type,
      'cache-control': address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(isFilm && { 'accept-ranges': 'bytes' }),
      // Fonts load in the frames of Stripe's card form, too.
      ...(type.startsWith('font/') && { 'access-control-allow-origin': '*' }),
      // What a service worker may load follows from the policy of its script.
      ...(address.endsWith('-worker.js') && { 'content-security-policy': "default-src 'self'" }),
      ...(page && {
        'content-security-policy': contentSecurityPolicy(raw.toString('utf8'), settings, pageAddress(address)),
        'reporting-endpoints': REPORTING_ENDPOINTS,
      }),
    },
  };
}
