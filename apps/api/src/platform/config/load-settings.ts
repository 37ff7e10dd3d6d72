import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { isProduction, problemsOf } from './production-rules.ts';
import { withFiles } from './secret-files.ts';
import { Settings } from './settings.ts';

/** The variables cannot be used; the message names each one and never prints a value. */
export class BadSettings extends Error {
  constructor(readonly problems: string[]) {
    super(`Lampstand cannot start with these settings:\n- ${problems.join('\n- ')}`);
  }
}

/** Reads the environment once. Throws BadSettings naming every missing or unusable variable at the same time. */
export function loadSettings(given: Record<string, string | undefined>): Settings {
  const defaults = new Settings();
  const { env, problems: unread } = withFiles(given, Object.keys(defaults));
  const names = [...new Set([...Object.keys(defaults), ...Object.keys(env)])];
  const values = Object.fromEntries(
    names.filter((name) => env[name]).map((name) => [name, typed(env[name]!, defaults, name)]),
  );
  const settings = plainToInstance(Settings, { ...values, SITE_URL: siteUrlOf(env) });
  if (!env.STAFF_SECOND_FACTOR && isProduction(settings)) settings.STAFF_SECOND_FACTOR = 'administrators';
  const invalid = validateSync(settings, { skipMissingProperties: false }).map(
    ({ property, constraints }) =>
      `${property}: ${env[property] ? 'has a value that cannot be used' : 'is missing'} (${rule(constraints)})`,
  );
  const problems = [...unread, ...invalid, ...problemsOf(settings, env)];
  if (problems.length) throw new BadSettings(problems);
  return settings;
}

const typed = (value: string, defaults: object, name: string) =>
  typeof (defaults as Record<string, unknown>)[name] === 'number' ? Number(value) : value;

const siteUrlOf = (env: Record<string, string | undefined>): string =>
  (env.SITE_URL || `http://localhost:${env.PORT || 3000}`).replace(/\/$/, '');

const rule = (constraints: Record<string, string> = {}): string =>
  Object.values(constraints)
    .map((text) => text.replace(/^\w+ /, ''))
    .join(', ');
