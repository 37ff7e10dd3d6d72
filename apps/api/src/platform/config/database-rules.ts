import pg from 'pg';

const VERIFIED = ['verify-ca', 'verify-full'];

/** What must not be in production of the address that `setting` has, judged by the options as `pg` reads them. */
export function databaseUrlProblems(setting: string, url: string): string[] {
  const problems: string[] = [];
  const options = optionsOf(url);
  if (!options) return [`${setting}: cannot be read`];
  const { host, user, password, ssl, names, mode } = options;
  if (new Set(names).size < names.length) problems.push(`${setting}: gives an option twice`);
  if (names.includes('ssl')) problems.push(`${setting}: wants sslmode and not ssl`);
  const verified = VERIFIED.includes(mode ?? '');
  if (isRemoteHost(host) && !(ssl && verified))
    problems.push(`${setting}: a server beyond this machine wants TLS: end it with ?sslmode=verify-full`);
  if (!isHere(host) && password && (password === user || password === 'postgres'))
    problems.push(`${setting}: the default password is refused beyond this machine`);
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

/** What the owner of the tables must not share with the role that serves: its name and its password. */
export function ownerUrlProblems(owner: string, serving: string): string[] {
  const [one, other] = [optionsOf(owner), optionsOf(serving)];
  if (!one || !other) return [];
  if (one.user === other.user)
    return ['MIGRATION_DATABASE_URL: is of the role of DATABASE_URL; name the owner of the tables, or leave it away'];
  if (one.password && one.password === other.password)
    return ['MIGRATION_DATABASE_URL: has the password of DATABASE_URL'];
  return [];
}

/** Whether packets to this host pass a wire that others may listen to: it is not on this machine or its container network. */
export const isRemoteHost = (host: string): boolean => /[.:]/.test(host) && !isHere(host);

const isHere = (host: string): boolean => /^(127\.|\[?::1\]?$|localhost$|\/|$)/.test(host);
