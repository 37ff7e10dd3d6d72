/** What COPY reads of the context: all files but those of `.dockerignore`. */
import { cp, mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** Copies as COPY does: of a folder its content, of a file the file; `target` is a folder if it ends with a slash. */
export async function copyContext(context: string, sources: string[], target: string): Promise<void> {
  const isIgnored = await ignored(context);
  for (const name of sources) {
    const source = path.join(context, name);
    if (isIgnored(path.relative(context, source))) throw new Error(`COPY ${name}: .dockerignore excludes it.`);
    const isFolder = (await stat(source)).isDirectory();
    const into = isFolder || !target.endsWith('/') ? target : path.join(target, path.basename(name));
    await mkdir(path.dirname(into), { recursive: true });
    await cp(source, into, {
      recursive: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
      filter: (file) => !isIgnored(path.relative(context, file)),
    });
  }
}

/** Whether `.dockerignore` excludes a path below the context. It has no exceptions ("!"). */
async function ignored(context: string): Promise<(file: string) => boolean> {
  const text = await readFile(path.join(context, '.dockerignore'), 'utf8');
  const patterns = text.split('\n').filter((line) => line && !line.startsWith('#'));
  if (patterns.some((pattern) => pattern.startsWith('!'))) throw new Error('.dockerignore has an exception.');
  const rules = patterns.map(regularExpressionOf);
  return (file) => rules.some((rule) => rule.test(file));
}

const SPECIAL: Record<string, string> = { '**/': '(?:.*/)?', '*': '[^/]*', '.': '\\.' };

/** A path matches with all that is below it. `*` stays within a folder, `**` does not. */
const regularExpressionOf = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replace(/\*\*\/|[*.]/g, (found) => SPECIAL[found]!)}(?:/|$)`);
