import { readFileSync } from 'node:fs';

type Environment = Record<string, string | undefined>;

/**
 * The environment with each `X_FILE` of these names read in as `X`, as container platforms hand out secrets. `problems` names
 * those that cannot be read, and those that are given both ways.
 */
export function withFiles(env: Environment, names: string[]): { env: Environment; problems: string[] } {
  const problems: string[] = [];
  const read: Environment = {};
  for (const name of names) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    if (env[name]) problems.push(`${name}: is given twice, by itself and by ${name}_FILE`);
    else read[name] = contentsOf(file, () => problems.push(`${name}_FILE: names no file that can be read`));
  }
  return { env: { ...env, ...read }, problems };
}

/** Without the newline that editors leave at the end. */
function contentsOf(file: string, failed: () => void): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch {
    failed();
    return undefined;
  }
}
