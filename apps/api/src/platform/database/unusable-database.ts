import type { DataSource } from 'typeorm';

/** The database cannot be used as it is: `problem` is what is wrong, and `fix` what the operator has to do. */
export class UnusableDatabase extends Error {
  constructor(
    readonly problem: string,
    readonly fix: string,
    options?: ErrorOptions,
  ) {
    super(`${problem}: ${fix}.`, options);
  }
}

type Advice = [codes: RegExp, problem: string, fix: string];

/** By SQLSTATE, or the code of Node's network and TLS. `@` is the setting. */
const ADVICE: Advice[] = [
  [/^28P01$/, 'PostgreSQL at @ rejects the user or the password', 'correct them in the URL'],
  [/^28/, 'PostgreSQL at @ refuses this user from this machine', 'allow both in pg_hba.conf, or correct the URL'],
  [/^3D000$/, 'The database that @ names does not exist', 'create it, or correct its name in the URL'],
  [/^42501$/, 'The role of @ may not connect to its database', 'grant it CONNECT'],
  [
    /^53300$/,
    'PostgreSQL at @ has too many connections',
    'raise max_connections, or stop a server or lower its DATABASE_POOL',
  ],
  [/^53/, 'PostgreSQL at @ has no disk or no memory left', 'give it more'],
  [/^57P/, 'PostgreSQL at @ is starting or stopping', 'try again in a minute'],
  [/^ECONNREFUSED$/, 'PostgreSQL does not answer at @, whose port is closed', 'start it, or correct host and port'],
  [/^ENOTFOUND$/, 'The host that @ names is unknown', 'correct it in the URL'],
  [/^EAI_/, 'The DNS of this machine does not answer for the host of @', 'look at the DNS'],
  [/^E(HOST|NET)UNREACH$/, 'No network leads to the host of @', 'correct the host, or look at the network between'],
  [
    /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/,
    'This machine does not know who signed the certificate of PostgreSQL at @',
    'add sslrootcert=<file of its CA> to the URL',
  ],
  [/^CERT_/, 'The certificate of PostgreSQL at @ is expired or not valid', 'renew it, and look at the clocks'],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'The certificate of PostgreSQL at @ is of another host',
    'name the host of the certificate in the URL',
  ],
];

/** By the message, where the driver gives no code. */
const ADVICE_BY_MESSAGE: Advice[] = [
  [
    /timeout/i,
    'PostgreSQL at @ does not answer in time',
    'try again if this machine is busy; then look at host, port, firewall and load of PostgreSQL',
  ],
  [/does not support SSL/, 'PostgreSQL at @ has no TLS', 'turn on ssl there, or take sslmode out of the URL'],
];

/** Why the database that `setting` names cannot be connected to. */
export function connectionProblem(error: Error & { code?: string }, setting: string): UnusableDatabase {
  const { code = '', message } = error;
  const advice =
    ADVICE.find(([codes]) => codes.test(code)) ??
    ADVICE_BY_MESSAGE.find(([words]) => code === 'ETIMEDOUT' || words.test(message));
  if (advice) return new UnusableDatabase(advice[1].replace('@', setting), advice[2], { cause: error });
  const what = `PostgreSQL at ${setting} cannot be used (${message || code})`;
  return new UnusableDatabase(what, 'correct the URL, or look into the log of PostgreSQL', { cause: error });
}

/** Why nothing can be written, as on a standby or a full disk of a managed database; undefined where it can. */
export async function readOnlyProblem(dataSource: DataSource, setting: string): Promise<UnusableDatabase | undefined> {
  const [row] = await dataSource.query<{ standby: boolean; readOnly: boolean }[]>(
    `SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') = 'on' AS "readOnly"`,
  );
  if (row?.standby)
    return new UnusableDatabase(`PostgreSQL at ${setting} is a standby`, 'name the primary, or promote this one');
  if (!row?.readOnly) return undefined;
  return new UnusableDatabase(
    `The database that ${setting} names is read-only`,
    'free its disk if it is full, then ALTER DATABASE … RESET default_transaction_read_only',
  );
}
