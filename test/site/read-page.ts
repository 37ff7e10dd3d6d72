import { type Cheerio, type CheerioAPI, load } from 'cheerio';

type Element = Cheerio<any>;

/** A page as it comes over the wire, to be asked questions about. */
export interface ReadPage {
  path: string;
  status: number;
  headers: Headers;
  html: string;
  $: CheerioAPI;
  title: string;
  /** The content of a meta element by its name or property. */
  meta: (name: string) => string | undefined;
  canonical: string | undefined;
  /** All its structured data. */
  told: any[];
  /** What is read in its middle part, or in what the selector finds. */
  text: (selector?: string) => string;
  find: (selector: string) => Element;
}

/** Reads pages of one site, each once. */
export function siteReader(origin: string) {
  const read = new Map<string, Promise<ReadPage>>();
  return (path: string): Promise<ReadPage> => {
    const page = read.get(path) ?? readPage(origin, path);
    read.set(path, page);
    return page;
  };
}

export type SiteReader = ReturnType<typeof siteReader>;

async function readPage(origin: string, path: string): Promise<ReadPage> {
  const answer = await fetch(origin + path, { redirect: 'manual' });
  const html = await answer.text();
  const $ = load(html);
  return {
    path,
    status: answer.status,
    headers: answer.headers,
    html,
    $,
    title: $('title').text(),
    meta: (name) => $(`meta[name="${name}"], meta[property="${name}"]`).attr('content'),
    canonical: $('link[rel=canonical]').attr('href'),
    told: $('script[type="application/ld+json"]')
      .toArray()
      .map((script) => JSON.parse($(script).text())),
    text: (selector = 'main') => shownText($, $(selector)),
    find: (selector) => $(selector),
  };
}

const BLOCKS = new Set(
  'address article aside blockquote br dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 header hr legend li main nav ol option p pre section select summary table td th tr ul'.split(
    ' ',
  ),
);

/** Whether a browser sets it on lines of its own, whatever the styles say. */
export const isBlock = (node: unknown): boolean => BLOCKS.has((node as { name: string }).name);
const UNSEEN = new Set(['script', 'style', 'template', 'noscript']);

/** With a space between blocks, as they are read, and without what is drawn only. */
export function shownText($: CheerioAPI, nodes: Element): string {
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

/** One kind of white space and of apostrophe, so that typesetting is no difference. */
export const tidy = (text: string): string =>
  text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"').replaceAll(/\s+/g, ' ').trim();
