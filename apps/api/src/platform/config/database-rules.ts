import pg from 'pg';

const VERIFYING_MODES = ['verify-ca', 'verify-full'];

/** What production refuses in the database URL of `setting`, judged by the options as `pg` parses them. */
export function databaseUrlProblems(setting: string, url: string): string[] {
  const problems: string[] = [];
  const options = optionsOf(url);
  if (!options) return [`${setting}: cannot be read`];
  const { host, user, password, ssl, names, mode } = options;
  if (new Set(names).size < names.length) problems.push(`${setting}: has an option twice`);
  if (names.includes('ssl')) problems.push(`${setting}: needs sslmode instead of ssl`);
  const verified = VERIFYING_MODES.includes(mode ?? '');
  if (isRemoteHost(host) && !(ssl && verified))
    problems.push(`${setting}: a remote server needs TLS: append ?sslmode=verify-full`);
  if (!isLocalHost(host) && password && (password === user || password === 'postgres'))
    problems.push(`${setting}: the default password is refused on another host`);
  return problems;
}

function optionsOf(url: string) {
  try {
    const { host, user, password, ssl } = new pg.Client({ connectionString: url });
    const { searchParams } = new URL(url, 'postgres://base');
    return { host, user, password, ssl, names: [...searchParams.keys()], mode: searchParams.get('sslmode') };
  } catch {
    return undefined;
  }
}

/** The owner and the serving role must have different names and passwords. */
export function ownerUrlProblems(owner: string, serving: string): string[] {
  const [ownerOptions, servingOptions] = [optionsOf(owner), optionsOf(serving)];
  if (!ownerOptions || !servingOptions) return [];
  if (ownerOptions.user === servingOptions.user)
    return ['MIGRATION_DATABASE_URL: has the role of DATABASE_URL; name the owner of the tables, or omit it'];
  if (ownerOptions.password && ownerOptions.password === servingOptions.password)
    return ['MIGRATION_DATABASE_URL: has the password of DATABASE_URL'];
  return [];
}

/** Neither on this machine nor in its container network. */
const isRemoteHost = (host: string): boolean => /[.:]/.test(host) && !isLocalHost(host);

const isLocalHost = (host: string): boolean => /^(127\.|\[?::1\]?$|localhost$|\/|$)/.test(host);
