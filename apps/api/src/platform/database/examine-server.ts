import type { DataSource } from 'typeorm';
import { createDataSource } from './data-source.ts';

/** PostgreSQL's number for the oldest version this build knows to work. */
const OLDEST = 15;

/** A database that cannot be worked with as it is; the message says what to change. */
export class UnfitDatabase extends Error {}

/** Opens the database of a setting. Throws UnfitDatabase when it does not answer, refuses, or is none that we can work with. */
export async function openDatabase(setting: string, url: string, pool: number): Promise<DataSource> {
  const dataSource = createDataSource(url, pool);
  try {
    await dataSource.initialize();
  } catch (error) {
    throw new UnfitDatabase(sentenceOf(error as NodeJS.ErrnoException, setting), { cause: error });
  }
  const unfit = await examineServer(dataSource, setting);
  if (!unfit) return dataSource;
  await dataSource.destroy();
  throw new UnfitDatabase(unfit);
}

/** What a server says of itself before anything is asked of it: its version, and whether it has taken our limits of time. */
async function examineServer(dataSource: DataSource, setting: string): Promise<string | undefined> {
  const [row] = await dataSource.query<[{ version: string; timeout: string }]>(
    `SELECT current_setting('server_version_num') AS version, setting AS timeout FROM pg_settings WHERE name = 'statement_timeout'`,
  );
  const { statement_timeout: wanted } = (dataSource.options as { extra: { statement_timeout: number } }).extra;
  return complaintAbout(setting, Math.floor(Number(row.version) / 10_000), Number(row.timeout), wanted);
}

/** The sentence for the operator; undefined when all is well. */
export function complaintAbout(setting: string, version: number, timeout: number, wanted: number): string | undefined {
  if (version < OLDEST) return `PostgreSQL ${version} is too old: at least ${OLDEST} is needed at ${setting}.`;
  if (timeout !== wanted)
    return `The database ignores our statement_timeout (${timeout} ms instead of ${wanted}): ${setting} leads to a PgBouncer with transaction pooling; use session pooling, and do not name our settings in ignore_startup_parameters.`;
  return undefined;
}

/** SQLSTATE classes 08 and 28: the server's own words say what is wrong with the connection or the login. */
export function sentenceOf({ code = '', message }: { code?: string; message: string }, setting: string): string {
  if (/^(08|28)[0-9A-Z]{3}$/.test(code)) return `PostgreSQL at ${setting} refuses: ${message}`;
  if (code === 'ECONNREFUSED') return `PostgreSQL does not answer at ${setting}.`;
  return `PostgreSQL at ${setting} cannot be reached: ${message || code}`;
}
