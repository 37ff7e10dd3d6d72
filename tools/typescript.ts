/**
 * Our TypeScript as JavaScript: for Jest as its transformer, for the bundles (`TRANSFORM`), and for Node, which loads the sources of
 * the servers once this module is imported (`node --import`). Node reads the libraries, which have no decorators, by itself.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { VERSION } from 'rolldown';
import { transformSync } from 'rolldown/utils';

const SERVERS = new URL('../apps/', import.meta.url).href;
const OWN_TEXT = readFileSync(import.meta.filename);

/** Nest and TypeORM read the types of parameters and columns, which `emitDecoratorMetadata` writes. */
export const TRANSFORM = {
  target: 'es2023',
  decorator: { legacy: true, emitDecoratorMetadata: true },
} as const;

/** Throws with the place of each mistake in the syntax. */
function transformed(text: string, file: string) {
  const { code, map, errors } = transformSync(file, text, { ...TRANSFORM, tsconfig: false, sourcemap: true });
  if (errors.length || !map) throw new Error(`${file} does not compile:\n${errors.map(String).join('\n')}`);
  return { code, map: JSON.stringify(map) };
}

registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith(SERVERS) || !/\.tsx?$/.test(url)) return nextLoad(url, context);
    const file = fileURLToPath(url);
    const { code, map } = transformed(readFileSync(file, 'utf8'), file);
    const source = `${code}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}`;
    return { format: 'module', source, shortCircuit: true };
  },
});

/** As Jest calls a transformer. */
export default {
  process: transformed,
  getCacheKey: (text: string, file: string) =>
    createHash('sha256').update([VERSION, OWN_TEXT, file, text].join('\0')).digest('hex'),
};
