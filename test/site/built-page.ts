/** Pages and files of the built site, as a server renders them. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { OwnerClaims, SiteValues } from '@lampstand/contracts';
import { type Cheerio, type CheerioAPI, load } from 'cheerio';
import { NOWHERE } from './pages.ts';

/** Where `npm run build` writes the files of the site. */
const SITE_FOLDER = path.resolve(import.meta.dirname, '../../apps/web/build/client');
const RENDER = path.resolve(import.meta.dirname, '../../tools/rendered-site.ts');

/** The text of each page and file by its path, with the default values of the site and the samples, or others. */
export const renderedSite = (given: { site?: SiteValues; claims?: OwnerClaims } = {}): Record<string, string> =>
  // In a process of its own: the values of the site are global.
  JSON.parse(
    execFileSync(process.execPath, [RENDER, JSON.stringify(given)], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    }),
  );

let rendered: Record<string, string> | undefined;
/** By the global setup of flows. */
const file = process.env['LAMPSTAND_RENDERED_SITE'];

/** The text of a page or of a file that is made of pages. */
export function renderedAt(pathname: string): string {
  rendered ??= file ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : renderedSite();
  const text = rendered[pathname];
  if (text === undefined) throw new Error(`The site has no page at ${pathname}`);
  return text;
}

/** Base for relative links; the build writes absolute addresses with the site's public origin. */
export const ORIGIN = 'https://site.test';

type Element = Cheerio<any>;

export interface BuiltPage {
  path: string;
  html: string;
  $: CheerioAPI;
  title: string;
  /** The content of a meta element by its name or property. */
  meta: (name: string) => string | undefined;
  canonical: string | undefined;
  structuredData: any[];
  /** The text that a reader sees in `main`, or in what the selector finds. */
  text: (selector?: string) => string;
  find: (selector: string) => Element;
}

const pages = new Map<string, BuiltPage>();

/** The page of a path; `NOWHERE` is the page for unknown addresses. */
export function pageOf(pathname: string): BuiltPage {
  const page = pages.get(pathname) ?? readPage(pathname);
  pages.set(pathname, page);
  return page;
}

/** Whether the build has a page or a file at the path of this address. */
export const isBuilt = (address: string): boolean => {
  const { pathname } = new URL(address, ORIGIN);
  renderedAt('/');
  return pathname in rendered! || statSync(fileOf(pathname), { throwIfNoEntry: false })?.isFile() === true;
};

/** Path and query of an absolute address that the build wrote. */
export const pathIn = (address: string | undefined): string => {
  const { pathname, search } = new URL(address ?? 'none:');
  return pathname + search;
};

interface Sheet {
  address: string;
  css: string;
}

/** The style sheets of a page as Vite wrote them, in their order, by the framework's own list of routes. */
export function sheetsOf(pathname: string): Sheet[] {
  routes ??= readRoutes();
  const address = pathname === NOWHERE ? '/404' : pathname;
  const route =
    routes.find((each) => each.path === address) ??
    routes.find((each) => new RegExp(`^${each.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(address));
  if (!route) throw new Error(`The build has no route for ${pathname}`);
  return route.sheets.map((sheet) => ({ address: sheet, css: readFileSync(fileOf(sheet), 'utf8').trim() }));
}

let routes: { path: string; sheets: string[] }[] | undefined;

interface Route {
  path?: string;
  parentId?: string;
  css: string[];
}

function readRoutes() {
  const assets = fileOf('/assets');
  const name = readdirSync(assets).find((each) => /^manifest-.+\.js$/.test(each))!;
  const text = readFileSync(path.join(assets, name), 'utf8');
  const list: Record<string, Route> = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)).routes;
  const sheetsTo = ({ parentId, css }: Route): string[] => [...(parentId ? sheetsTo(list[parentId]!) : []), ...css];
  const { root: _, ...pages } = list;
  return Object.values(pages).map((each) => ({
    path: `/${each.path ?? ''}`,
    sheets: [...new Set(sheetsTo(each).map((sheet) => sheet.replace('#', '')))],
  }));
}

/** The image at an address, with its size as the PNG or JPEG states it. */
export function pictureAt(address: string): { type: 'png' | 'jpeg'; width: number; height: number } {
  const bytes = readFileSync(fileOf(new URL(address, ORIGIN).pathname));
  if (bytes.subarray(0, PNG.length).equals(PNG))
    return { type: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (bytes.readUInt16BE(0) !== 0xffd8) throw new Error('Neither a PNG nor a JPEG');
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at);
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return { type: 'jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
  }
  throw new Error('A JPEG without a frame');
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const fileOf = (pathname: string) => path.join(SITE_FOLDER, decodeURIComponent(pathname));

function readPage(pathname: string): BuiltPage {
  const html = renderedAt(pathname === NOWHERE ? '/404' : pathname);
  const $ = load(html);
  return {
    path: pathname,
    html,
    $,
    title: $('title').text(),
    meta: (name) => $(`meta[name="${name}"], meta[property="${name}"]`).attr('content'),
    canonical: $('link[rel=canonical]').attr('href'),
    structuredData: $('script[type="application/ld+json"]')
      .toArray()
      .map((script) => JSON.parse($(script).text())),
    text: (selector = 'main') => shownText($(selector)),
    find: (selector) => $(selector),
  };
}

const BLOCKS = new Set(
  'address article aside blockquote br dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 header hr legend li main nav ol option p pre section select summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);

/** Whether browsers set this element on lines of its own by default. */
export const isBlock = (node: unknown): boolean => BLOCKS.has((node as { name: string }).name);

const UNSEEN = new Set(['script', 'style', 'template', 'noscript']);

/** The text of elements as a reader sees it, with a space between blocks. */
export function shownText(nodes: Element): string {
  const parts: string[] = [];
  const walk = (node: any): void => {
    if (node.type === 'text') return void parts.push(node.data);
    if (UNSEEN.has(node.name)) return;
    const gap = isBlock(node) ? ' ' : '';
    parts.push(gap);
    for (const child of node.children ?? []) walk(child);
    parts.push(gap);
  };
  for (const node of nodes.toArray()) walk(node);
  return tidy(parts.join(''));
}

/** Text with one kind of white space, apostrophe and quotation mark. */
export const tidy = (text: string): string =>
  text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"').replaceAll(/\s+/g, ' ').trim();
