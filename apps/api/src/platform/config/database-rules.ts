import pg from 'pg';

const VERIFIED = ['verify-ca', 'verify-full'];

/** What must not be in production of the server's address, judged by the options as `pg` reads them. */
export function databaseProblemsOf(url: string): string[] {
  const problems: string[] = [];
  const options = optionsOf(url);
  if (!options) return ['DATABASE_URL: cannot be read'];
  const { host, user, password, ssl, names, mode } = options;
  if (new Set(names).size < names.length) problems.push('DATABASE_URL: gives an option twice');
  if (names.includes('ssl')) problems.push('DATABASE_URL: wants sslmode and not ssl');
  const verified = VERIFIED.includes(mode ?? '');
  if (isRemote(host) && !(ssl && verified))
    problems.push('DATABASE_URL: a server beyond this machine wants TLS: end it with ?sslmode=verify-full');
  if (!isHere(host) && password && (password === user || password === 'postgres'))
    problems.push('DATABASE_URL: the default password is refused beyond this machine');
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

/** Whether packets to this host pass a wire that others may listen to: it is not on this machine or its container network. */
export const isRemote = (host: string): boolean => /[.:]/.test(host) && !isHere(host);

const isHere = (host: string): boolean => /^(127\.|\[?::1\]?$|localhost$|\/|$)/.test(host);
