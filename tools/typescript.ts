/**
 * Our TypeScript as JavaScript: for tests and the bundles (`TRANSFORM`), and for Node, which loads the sources of the servers once
 * this module is imported (`node --import`). Node reads the libraries, which have no decorators, by itself.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

const SERVERS = new URL('../apps/', import.meta.url).href;

/** Nest and TypeORM read the types of parameters and columns, which `emitDecoratorMetadata` writes. */
export const TRANSFORM = {
  target: 'es2023',
  decorator: { legacy: true, emitDecoratorMetadata: true },
} as const;

/** With its source map. Throws with the place of each mistake in the syntax. */
function transformed(file: string) {
  const text = readFileSync(file, 'utf8');
  const { code, map, errors } = transformSync(file, text, { ...TRANSFORM, tsconfig: false, sourcemap: true });
  if (errors.length || !map) throw new Error(`${file} does not compile:\n${errors.map(String).join('\n')}`);
  const encoded = Buffer.from(JSON.stringify(map)).toString('base64');
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${encoded}`;
}

registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith(SERVERS) || !/\.tsx?$/.test(url)) return nextLoad(url, context);
    return { format: 'module', source: transformed(fileURLToPath(url)), shortCircuit: true };
  },
});
