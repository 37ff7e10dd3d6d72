import { readFile } from 'node:fs/promises';
import { minifySync, type Plugin, transformWithOxc } from 'vite';

const QUERY = '?minified';
const MOST_BYTES = 1024;

/** `import code from './x.ts?minified'`: a script as the text that is written into the page, at most 1 KB of it. */
export const minified = (): Plugin => ({
  name: 'minified',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith(QUERY)) return;
    const file = id.slice(0, -QUERY.length);
    this.addWatchFile(file);
    const { code: plain } = await transformWithOxc(await readFile(file, 'utf8'), file, { sourcemap: false });
    // A block of its own, so that its names are no one else's.
    const { code, errors } = minifySync(file, `{${plain}}`, { module: false });
    if (errors.length > 0) this.error(errors.map(({ message }) => message).join('\n'));
    if (Buffer.byteLength(code) > MOST_BYTES) this.error(`${file} is ${Buffer.byteLength(code)} bytes, minified`);
    return `export default ${JSON.stringify(code)}`;
  },
});
