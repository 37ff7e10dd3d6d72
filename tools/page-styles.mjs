/** Styles of the built pages: in the page itself, and only those that it can use. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { load } from 'cheerio';
import { parse } from 'postcss';
import { filesBelow } from './fingerprint.mjs';

const STYLE_SHEET = /<link rel="stylesheet" href="([^"#]+)#?"\/>/g;

/** Comments that React needs only to hydrate a page. */
const HYDRATION_MARKERS = /<!--(?: |\/?\$)-->/g;

/**
 * Writes the style sheets of the public pages into the page, which saves a round trip before the first paint. Where React
 * takes over, it looks for the links: they stay, disabled, and load nothing; browsers that preload them anyway skip those of
 * no medium. Pages that no React renders have only the rules that they or their scripts can use.
 * @param {string} folder
 */
export async function inlineStyles(folder) {
  const pages = (await filesBelow(folder)).filter((file) => path.extname(file) === '.html');
  for (const file of pages) {
    const html = await readFile(file, 'utf8');
    const sheets = [...html.matchAll(STYLE_SHEET)].map(([, address = '']) => path.join(folder, address));
    if (!sheets.length) continue;
    const css = (await Promise.all(sheets.map((sheet) => readFile(sheet, 'utf8')))).map((text) => text.trim()).join('');
    const hydrates = html.includes('__reactRouterContext');
    const page = html.replace(STYLE_SHEET, (link) =>
      hydrates ? link.replace('/>', ' media="not all" disabled=""/>') : '',
    );
    const isRendered = hydrates || html.includes('<div id="office"');
    const styles = isRendered ? css : usedRules(css, page, await scriptsOf(page, folder));
    const styled = await withStyles(page, styles, folder);
    await writeFile(
      file,
      isRendered || html.includes('data-island') ? styled : styled.replaceAll(HYDRATION_MARKERS, ''),
    );
  }
}

/**
 * The page with its styles. An element with `data-below` begins what is below the first screen of a long page: the page itself has no
 * rules that only it and what follows need, none of what scripts add, and none of print. All rules are a file that loads before that
 * element and blocks nothing above it. The document fits into the first round trip of a connection then (14.6 KB, RFC 6928).
 * @param {string} page @param {string} styles @param {string} folder
 */
async function withStyles(page, styles, folder) {
  const isLong = BELOW.test(page);
  const { above, all } = isLong ? splitRules(styles, page) : { above: styles, all: '' };
  const whole = page.replace('</head>', () => `<style>${above}</style></head>`);
  if (!isLong) return whole;
  const name = `/assets/page-${createHash('sha256').update(all).digest('hex').slice(0, 8)}.css`;
  await writeFile(path.join(folder, name), all);
  return whole.replace(BELOW, (element) => `<link rel="stylesheet" href="${name}"/>${element}`);
}

const BELOW = /<[a-z]+ [^>]*data-below=""/;

/**
 * `above`: what the first screen needs. `all`: all rules in their order, so that they win over each other as they should; fonts and
 * animations are not repeated, which would load and start them again.
 * @param {string} css @param {string} html
 */
export function splitRules(css, html) {
  const $ = load(html);
  const all = $('body *');
  /** @type {Set<unknown>} */
  const below = new Set([...all.slice(all.index($('[data-below]'))), ...$('dialog, dialog *')]);
  /** @param {ChildNode} node */
  const isBelow = (node) =>
    isPrint(node) ||
    (node.type === 'rule' &&
      node.selectors.every((each) =>
        $(anyState(each))
          .toArray()
          .every((at) => below.has(at)),
      ));
  return {
    above: keepNodes(parse(css), (node) => !isBelow(node)),
    all: keepNodes(parse(css), (node) => node.type === 'rule' || isPrint(node)),
  };
}

/** @param {ChildNode} node */
const isPrint = (node) => node.type === 'atrule' && node.name === 'media' && node.params === 'print';

/** @template {Container} T @param {T} container @param {(node: ChildNode) => boolean} isKept */
function keepNodes(container, isKept) {
  container.each((node) => {
    const isGroup = node.type === 'atrule' && /^(media|supports|container)$/.test(node.name) && !isPrint(node);
    if (isGroup ? !keepNodes(node, isKept) : !isKept(node)) node.remove();
  });
  return container.nodes?.length ? container.toString() : '';
}

/**
 * The rules of a page: those whose selectors match an element in it, whatever its attributes and state, and those for a class that
 * one of its scripts names. Without the variables that no rule uses.
 * @param {string} css @param {string} html @param {string} [scripts]
 */
export function usedRules(css, html, scripts = '') {
  const $ = load(html);
  const code = $('script:not([type="application/ld+json"])').text() + scripts;
  const classes = new Set(
    $('[class]')
      .toArray()
      .flatMap((each) => $(each).attr('class')?.split(/\s+/) ?? []),
  );
  /** @type {Map<string, boolean>} */
  const named = new Map();
  const isAdded = (/** @type {string} */ name) => {
    if (classes.has(name)) return false;
    if (!named.has(name)) named.set(name, new RegExp(`\\b${name}\\b`).test(code));
    return named.get(name);
  };
  const rules = parse(css);
  rules.walkRules((rule) => {
    if (rule.parent?.type === 'atrule' && /** @type {AtRule} */ (rule.parent).name === 'keyframes') return;
    const used = rule.selectors.filter(
      (each) =>
        classesOf(each).some(isAdded) ||
        // Most rules fail here already, which takes no query.
        (classesOf(each.replace(/\(.*\)/g, '')).every((name) => classes.has(name)) && $(anyState(each)).length),
    );
    if (used.length) rule.selectors = used;
    else rule.remove();
  });
  const names = new Set(`${rules} ${html}`.match(/(?<=var\()--[\w-]+/g));
  rules.walkDecls(/^--/, (variable) => void (names.has(variable.prop) || variable.remove()));
  rules.walk((node) => void ('nodes' in node && node.nodes?.length === 0 && node.remove()));
  return rules.toString();
}

/** @param {string} selector */
const classesOf = (selector) => [...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name);

/** The selector without attributes, pseudo-elements and pseudo-classes, except those that hold selectors. @param {string} selector */
const anyState = (selector) =>
  selector
    .replace(/\[[^\]]*\]/g, '')
    .replace(/:not\([^()]*\)/g, '')
    .replace(/:not\((?:[^()]|\([^()]*\))*\)/g, '')
    .replace(/::?(?!(?:has|is|where)\()[\w-]+(\([^()]*\))?/g, '')
    .replace(/(?<=^|[\s>+~(,])(?=$|[\s>+~),])/g, '*')
    .replace(/(?<=\()\*(?=[>+~])/g, '');

/** The scripts that a page or one of its scripts names. @param {string} text @param {string} folder @param {Set<string>} [read] */
async function scriptsOf(text, folder, read = new Set()) {
  let scripts = '';
  for (const [, name = ''] of text.matchAll(/["'`/]([\w.-]+\.js)["'`]/g)) {
    if (read.has(name)) continue;
    read.add(name);
    const file = path.join(folder, text.includes(`assets/${name}`) || text.includes(`./${name}`) ? 'assets' : '', name);
    const script = await readFile(file, 'utf8');
    scripts += script + (await scriptsOf(script, folder, read));
  }
  return scripts;
}

/** @typedef {import('postcss').AtRule} AtRule */
/** @typedef {import('postcss').Container} Container */
/** @typedef {import('postcss').ChildNode} ChildNode */
