import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Where the build writes the files that browsers load, beside the server's own. */
const CLIENT = path.resolve(import.meta.dirname, '../client');
const sheets = new Map<string, string>();

function sheetAt(address: string): string {
  const css = sheets.get(address) ?? readFileSync(path.join(CLIENT, address), 'utf8').trim();
  sheets.set(address, css);
  return css;
}

const hashOf = (code: string): string => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

/**
 * A rendered page with its style sheets, whole, which saves a round trip before the first paint, and with module scripts that wait
 * for the script in the page which starts them. Where React takes over, it looks for the links of the sheets: they stay, disabled,
 * and load nothing. Pages of the back office keep the links, since their readers have the sheets. Also the sources of the policy:
 * the nonce, or a hash of each inline script and style.
 */
export function finished(rendered: string, nonce: string | undefined) {
  const hydrates = rendered.includes('__reactRouterContext');
  const links = /<link (?:nonce="[^"]*" )?rel="stylesheet" href="([^"#]+)#?"[^>]*\/>/g;
  const inlined = rendered.includes('id="office"') ? [] : [...rendered.matchAll(links)];
  const css = inlined.map(([, address = '']) => sheetAt(address)).join('');
  const style = `<style${nonce ? ` nonce="${nonce}"` : ''}>${css}</style>`;
  let html = rendered;
  if (css)
    html = html
      .replace(links, (link) => (hydrates ? link.replace('/>', ' media="not all" disabled=""/>') : ''))
      .replace('</head>', () => `${style}</head>`);
  if (hydrates)
    html = html
      .replaceAll(/<link (nonce="[^"]*" )?rel="modulepreload"/g, '<link $1rel="later"')
      .replaceAll(/<script (nonce="[^"]*" )?type="module"/g, '<script $1type="later"');
  if (nonce) return { html, scripts: [`'nonce-${nonce}'`], styles: [`'nonce-${nonce}'`] };
  const scripts = html.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*json)[^>]*>(.*?)<\/script>/gs);
  return {
    html,
    scripts: [...new Set([...scripts].map(([, code = '']) => hashOf(code)))],
    styles: css ? [hashOf(css)] : [],
  };
}
