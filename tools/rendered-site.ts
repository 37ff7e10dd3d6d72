/**
 * The built site as a server with default values renders it. As a program, writes it to the standard output, as JSON by path; an
 * argument has other values of the site, or claims of its owner, as JSON: `{ site, claims }`.
 */
import path from 'node:path';
import type { SiteModule } from '../apps/api/src/site/pages.ts';
import { isMain, root } from './local/setup.ts';

const FILES = ['/sitemap.xml', '/feed.xml', '/robots.txt', '/site.webmanifest', '/search.json'];
const FILMS = ['student', 'portal', 'walkthrough'].flatMap((film) => [`/films/${film}`, `/films/${film}.vtt`]);
const ORIGIN = 'http://localhost:3000';

const loadSite = (): Promise<SiteModule> => import(path.join(root, 'apps/web/build/server/site.js'));

/** Paths of all pages; of pages with an id, that of the first. */
export const pagePaths = async (): Promise<string[]> =>
  (await loadSite()).pages.map(({ path: each }) => each.replace(/\/_$/, '/1'));

/** The text of a page or a file of the site. */
export async function renderedAt(address: string): Promise<string> {
  const { answer } = await loadSite();
  const { response } = await answer(new Request(new URL(address, ORIGIN)), null);
  if (!response.ok) throw new Error(`${address} answers ${response.status}`);
  return response.text();
}

if (isMain(import.meta)) {
  const { site, claims } = JSON.parse(process.argv[2] ?? '{}');
  globalThis.SITE = site;
  globalThis.OWNER_CLAIMS = claims;
  const rendered: Record<string, string> = {};
  for (const address of [...(await pagePaths()), ...FILES, ...FILMS]) rendered[address] = await renderedAt(address);
  process.stdout.write(JSON.stringify(rendered));
}
