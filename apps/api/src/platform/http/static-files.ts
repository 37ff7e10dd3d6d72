import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '../config/index.ts';
import { contentSecurityPolicy, REPORTING_ENDPOINTS } from './content-security.ts';

/** One file of the built site, held in memory with the encodings made at build. */
export interface StaticFile {
  raw: Buffer;
  br?: Buffer;
  gz?: Buffer;
  headers: Record<string, string>;
  etag: string;
}

const TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.data': 'text/x-script; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

/** The whole built site by its address: "/pricing" for pricing/index.html, "/assets/x.js" for a file. */
export function loadStaticFiles(root: string, settings: Settings): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  if (!existsSync(root)) return files;
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const extension = path.extname(entry.name);
    // A page is an index.html; what else the build leaves behind is no address.
    if (!entry.isFile() || !TYPES[extension] || (extension === '.html' && entry.name !== 'index.html')) continue;
    const file = path.join(entry.parentPath, entry.name);
    const address = `/${path.relative(root, file).split(path.sep).join('/')}`;
    files.set(extension === '.html' ? pageAddress(address) : address, load(file, address, settings));
  }
  return files;
}

const pageAddress = (address: string): string => address.replace(/\/?index\.html$/, '') || '/';

function load(file: string, address: string, settings: Settings): StaticFile {
  const raw = readFileSync(file);
  const type = TYPES[path.extname(file)]!;
  const encoded = (suffix: string) => (existsSync(file + suffix) ? readFileSync(file + suffix) : undefined);
  const br = encoded('.br');
  const gz = encoded('.gz');
  const page = type.startsWith('text/html');
  return {
    raw,
    ...(br && { br }),
    ...(gz && { gz }),
    // Weak, because it is the same for every encoding.
    etag: `W/"${createHash('sha256').update(raw).digest('base64url').slice(0, 27)}"`,
    headers: {
      'content-type': type,
      'cache-control': address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(page && {
        'content-security-policy': contentSecurityPolicy(raw.toString('utf8'), settings, pageAddress(address)),
        'reporting-endpoints': REPORTING_ENDPOINTS,
      }),
    },
  };
}
