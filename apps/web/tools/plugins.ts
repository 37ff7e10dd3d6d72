import type mdx from '@mdx-js/rollup';
import { readFile } from 'node:fs/promises';
import { minifySync, type Plugin, transformWithOxc } from 'vite';
import { sheetPages } from '../app/sheets/sheet-pages.ts';

const QUERY = '?minified';
const MOST_BYTES = 1024;

/** `import code from './x.ts?minified'`: a minified script as a string, at most 1 KB, for the server to write into a page; empty in browsers. */
export const minified = (): Plugin => ({
  name: 'minified',
  enforce: 'pre',
  load: {
    filter: { id: /\?minified$/ },
    async handler(id) {
      if (this.environment.name === 'client') return 'export default ""';
      const file = id.slice(0, -QUERY.length);
      this.addWatchFile(file);
      const { code: plain } = await transformWithOxc(await readFile(file, 'utf8'), file, { sourcemap: false });
      // The block keeps the script's names out of the global scope.
      const { code, errors } = minifySync(file, `{${plain}}`, { module: false });
      if (errors.length > 0) this.error(errors.map(({ message }) => message).join('\n'));
      if (Buffer.byteLength(code) > MOST_BYTES) this.error(`${file} is ${Buffer.byteLength(code)} bytes, minified`);
      return `export default ${JSON.stringify(code)}`;
    },
  },
});

/** Compiles each text once: a build needs it for the browser, and for the server. */
export function compiledOnce({ transform: compile, ...plugin }: ReturnType<typeof mdx>): Plugin {
  const compiled = new Map<string, ReturnType<typeof compile>>();
  const handler = (value: string, id: string) => {
    const key = `${id}\n${value}`;
    const known = compiled.get(key) ?? compile(value, id);
    compiled.set(key, known);
    return known;
  };
  return { ...plugin, enforce: 'pre', transform: { filter: { id: /\.mdx$/ }, handler } } as Plugin;
}

/**
 * Builds a file of its own for a script on pages without React's scripts. Its name has no fingerprint, so that the pages can
 * name it; the chunks that it imports have one.
 */
export const scriptFile = (id: string, fileName: string): Plugin => ({
  name: 'script-file',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  buildStart() {
    this.emitFile({ type: 'chunk', id, fileName, preserveSignature: 'strict' });
  },
});

/** A node of the Markdown syntax tree. */
interface Node {
  type: string;
  value?: string;
  depth?: number;
  url?: string;
  name?: string;
  attributes?: { name: string; value: string }[];
  children?: Node[];
  data?: object;
}

/** Names in MDX texts, and the value of the running server that each stands for. */
const NAMES: Record<string, string> = { PRODUCT: 'product', ADDRESS: 'postalAddress' };
const NAME = /\b(PRODUCT|ADDRESS|EMAIL)\b/;

/** Replaces PRODUCT, ADDRESS and EMAIL in MDX texts by expressions; EMAIL becomes a link. */
export const remarkNames = () => (tree: Node) => {
  const fill = (node: Node): Node[] => {
    if (node.children) return [{ ...node, children: node.children.flatMap(fill) }];
    if (node.type !== 'text') return [node];
    // Every second part is a name.
    const parts = (node.value ?? '').split(NAME);
    return parts.flatMap((value, at) => (at % 2 ? [valueOf(value)] : value ? [{ type: 'text', value }] : []));
  };
  tree.children = [importOfSite, ...(tree.children ?? []).flatMap(fill)];
};

const identifier = (name: string) => ({ type: 'Identifier', name });
const literalOf = (value: string) => ({ type: 'Literal', value, raw: JSON.stringify(value) });
const valueOf = (name: string): Node =>
  name === 'EMAIL'
    ? { type: 'mdxJsxTextElement', name: 'MailLink', attributes: [], children: [] }
    : expression({
        type: 'MemberExpression',
        computed: false,
        optional: false,
        object: identifier('site'),
        property: identifier(NAMES[name] ?? name),
      });

const expression = (value: object): Node => ({
  type: 'mdxTextExpression',
  value: '',
  data: {
    estree: { type: 'Program', sourceType: 'module', body: [{ type: 'ExpressionStatement', expression: value }] },
  },
});

const importOfSite = esm({
  type: 'ImportDeclaration',
  specifiers: [{ type: 'ImportSpecifier', imported: identifier('site'), local: identifier('site') }],
  source: literalOf('/app/lib/site.ts'),
  attributes: [],
});

function nameOfSheet(slug: string): string {
  const page = sheetPages.find((each) => each.slug === slug);
  if (!page) throw new Error(`<Sheet name="${slug}"> has no page in sheet-pages.ts.`);
  return page.name;
}

/** Puts a link to the page that prints it after each `<Sheet>`. */
export const remarkSheets = () => (tree: Node) => {
  tree.children = tree.children?.flatMap((node) => {
    const sheet = node.name === 'Sheet' && node.attributes?.find(({ name }) => name === 'name')?.value;
    if (!sheet) return [node];
    const link = {
      type: 'link',
      url: `/sheets/${sheet}`,
      children: [{ type: 'text', value: `Print “${nameOfSheet(sheet)}”` }],
    };
    return [node, { type: 'paragraph', data: { hProperties: { className: ['to-sheet'] } }, children: [link] }];
  });
};

/** Gives each heading an id, and exports `facts`: the number of words and the outline of the text. */
export const remarkFacts = () => (tree: Node) => {
  const outline = all(tree, 'heading').map((heading) => {
    const text = textOf(heading);
    const id = slug(text);
    heading.data = { ...heading.data, hProperties: { id } };
    return { id, text, depth: heading.depth };
  });
  const words = textOf(tree).split(/\s+/).filter(Boolean).length;
  tree.children?.unshift(exported('facts', { words, outline }));
};

const all = (node: Node, type: string): Node[] =>
  node.type === type ? [node] : (node.children ?? []).flatMap((child) => all(child, type));

const BLOCKS = ['root', 'blockquote', 'list', 'listItem', 'table', 'tableRow', 'mdxJsxFlowElement'];

const textOf = (node: Node): string =>
  node.children
    ? node.children.map(textOf).join(BLOCKS.includes(node.type) ? ' ' : '')
    : node.type === 'text' || node.type === 'inlineCode'
      ? (node.value ?? '')
      : '';

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[’'"“”]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** `export const name = JSON.parse("…")`, as the syntax tree that MDX takes. */
function exported(name: string, value: unknown): Node {
  const init = {
    type: 'CallExpression',
    optional: false,
    callee: {
      type: 'MemberExpression',
      computed: false,
      optional: false,
      object: identifier('JSON'),
      property: identifier('parse'),
    },
    arguments: [literalOf(JSON.stringify(value))],
  };
  const declaration = {
    type: 'VariableDeclaration',
    kind: 'const',
    declarations: [{ type: 'VariableDeclarator', id: identifier(name), init }],
  };
  return esm({ type: 'ExportNamedDeclaration', specifiers: [], source: null, attributes: [], declaration });
}

function esm(statement: object): Node {
  return {
    type: 'mdxjsEsm',
    value: '',
    data: { estree: { type: 'Program', sourceType: 'module', body: [statement] } },
  };
}
