import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { queryPrepared } from '../platform/database/queries.ts';
import { causeOf, log } from '../platform/logging.ts';
import { SiteAsset } from './site-asset.entities.ts';

const RELEASES_KEPT = 3;
const BATCH = 50;

/** By extension, as the files on disk are sent. Films are left out: they are large, and only one page plays each. */
const CONTENT_TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.js': 'application/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

const IS_NEWEST = 'SELECT FROM (SELECT id FROM site_releases ORDER BY started_at DESC LIMIT 1) AS newest WHERE id = $1';

const ADD_RELEASE = `
  INSERT INTO site_releases (id, assets, started_at) VALUES ($1, $2, clock_timestamp())
  ON CONFLICT (id) DO UPDATE SET started_at = excluded.started_at`;

const DROP_RELEASES = `
  DELETE FROM site_releases WHERE id NOT IN (SELECT id FROM site_releases ORDER BY started_at DESC LIMIT ${RELEASES_KEPT})`;
const DROP_ASSETS = 'DELETE FROM site_assets WHERE path NOT IN (SELECT unnest(assets) FROM site_releases)';

const FIND = `
  SELECT content_type AS type, encoding, CASE encoding WHEN 'br' THEN br WHEN 'gzip' THEN gz ELSE body END AS content
    FROM site_assets, LATERAL (SELECT CASE WHEN $2 AND br IS NOT NULL THEN 'br' WHEN $3 AND gz IS NOT NULL THEN 'gzip' END) AS best (encoding)
   WHERE path = $1`;

/** The encodings that a browser takes. */
interface Accepted {
  br: boolean;
  gzip: boolean;
}

/** An asset in the encoding that its browser gets. */
export interface StoredAsset {
  type: string;
  encoding: 'br' | 'gzip' | null;
  content: Buffer;
}

/**
 * The assets of the last three releases, in the database: servers of two releases run side by side during a deploy, and pages stay
 * open for days after it.
 */
@Injectable()
export class ReleaseAssets {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Stores the assets of the release whose files are in this folder, and drops those that only older releases have. Safe when
   * several servers start at once. A server serves without it, so a failure is only logged.
   */
  async store(folder: string): Promise<void> {
    try {
      const assets = await assetsIn(folder);
      const id = createHash('sha256').update(assets.join('\n')).digest('base64url');
      if ((await this.dataSource.query<object[]>(IS_NEWEST, [id])).length) return;
      await this.dataSource.transaction(async (tx) => {
        // One server at a time: another could drop what this one has found to be there. It may send some megabytes.
        await tx.query('SET LOCAL lock_timeout = 0');
        await tx.query('LOCK TABLE site_releases IN EXCLUSIVE MODE');
        await addMissing(tx, folder, assets);
        await tx.query(ADD_RELEASE, [id, assets]);
        await tx.query(DROP_RELEASES);
        await tx.query(DROP_ASSETS);
      });
    } catch (error) {
      log.warn(causeOf(error), 'assets of this release could not be stored, other servers lack them');
    }
  }

  /** The asset at this path, compressed as Accept-Encoding allows. */
  async find(address: string, accepted: Accepted): Promise<StoredAsset | undefined> {
    const values = [address, accepted.br, accepted.gzip];
    const [asset] = await queryPrepared<StoredAsset>(this.dataSource.manager, FIND, values);
    return asset;
  }
}

/** Their paths, in one order for all servers. */
async function assetsIn(folder: string): Promise<string[]> {
  const names = await readdir(path.join(folder, 'assets'));
  return names.filter((name) => path.extname(name) in CONTENT_TYPES).toSorted().map((name) => `/assets/${name}`); // oxfmt-ignore
}

async function addMissing(tx: EntityManager, folder: string, assets: string[]): Promise<void> {
  const known = new Set((await tx.find(SiteAsset, { select: { path: true } })).map((asset) => asset.path));
  const missing = assets.filter((asset) => !known.has(asset));
  for (let at = 0; at < missing.length; at += BATCH) {
    const rows = await Promise.all(missing.slice(at, at + BATCH).map((asset) => readAsset(folder, asset)));
    await tx.insert(SiteAsset, rows);
  }
}

async function readAsset(folder: string, asset: string): Promise<SiteAsset> {
  const file = path.join(folder, asset);
  const [body, br, gz] = await Promise.all([readFile(file), compressed(`${file}.br`), compressed(`${file}.gz`)]);
  return { path: asset, contentType: CONTENT_TYPES[path.extname(asset)]!, body, br, gz };
}

const compressed = (file: string): Promise<Buffer | null> =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
