import { readFileSync } from 'node:fs';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { isProduction, settingsProblems } from './production-rules.ts';
import { Settings } from './settings.ts';

type Environment = Record<string, string | undefined>;

/** Missing or invalid environment variables. The message names each one and never prints a value. */
export class InvalidSettings extends Error {
  constructor(readonly problems: string[]) {
    super(`Lampstand cannot start with these settings:\n- ${problems.join('\n- ')}`);
  }
}

/** Settings from the environment. Throws InvalidSettings with all problems at once. An empty variable counts as unset. */
export function loadSettings(given: Environment): Settings {
  const defaults = new Settings();
  const { env, problems: unreadable } = withSecretFiles(given, Object.keys(defaults));
  const names = [...new Set([...Object.keys(defaults), ...Object.keys(env)])];
  const values = Object.fromEntries(
    names.filter((name) => env[name]).map((name) => [name, typed(env[name]!, defaults, name)]),
  );
  const settings = plainToInstance(Settings, { ...values, SITE_URL: siteUrlOf(env) });
  if (!env.STAFF_SECOND_FACTOR && isProduction(settings)) settings.STAFF_SECOND_FACTOR = 'administrators';
  const invalid = validateSync(settings, { skipMissingProperties: false }).map(
    ({ property, constraints }) =>
      `${property}: ${env[property] ? 'has an invalid value' : 'is missing'} (${rule(constraints)})`,
  );
  const problems = [...unreadable, ...invalid, ...settingsProblems(settings, env)];
  if (problems.length) throw new InvalidSettings(problems);
  return settings;
}

/**
 * The environment with the contents of each file `X_FILE` as `X`, for the given names: container platforms mount secrets as
 * files. `problems` lists files that cannot be read and variables that are set both ways.
 */
export function withSecretFiles(env: Environment, names: string[]): { env: Environment; problems: string[] } {
  const problems: string[] = [];
  const read: Environment = {};
  for (const name of names) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    if (env[name]) problems.push(`${name}: is set, and ${name}_FILE too: set only one`);
    else read[name] = contentsOf(file, () => problems.push(`${name}_FILE: the file cannot be read`));
  }
  return { env: { ...env, ...read }, problems };
}

/** The text without the newline that editors add at the end. */
function contentsOf(file: string, failed: () => void): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch {
    failed();
    return undefined;
  }
}

const typed = (value: string, defaults: object, name: string) =>
  typeof (defaults as Record<string, unknown>)[name] === 'number' ? Number(value) : value;

const siteUrlOf = (env: Environment): string =>
  (env.SITE_URL || `http://localhost:${env.PORT || 3000}`).replace(/\/$/, '');

const rule = (constraints: Record<string, string> = {}): string =>
  Object.values(constraints)
    .map((text) => text.replace(/^\w+ /, ''))
    .join(', ');
