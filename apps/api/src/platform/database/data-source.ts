import pg, { type ClientBase } from 'pg';
import { DataSource, DefaultNamingStrategy } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { snakeCase } from 'typeorm/util/StringUtils.js';
import { Tables1763600000000 } from './migrations/1763600000000-tables.ts';
import { Workflow1763600000001 } from './migrations/1763600000001-workflow.ts';
import { PublicForms1763700000000 } from './migrations/1763700000000-public-forms.ts';
import { Staff1763800000000 } from './migrations/1763800000000-staff.ts';
import { Lists1763800000001 } from './migrations/1763800000001-lists.ts';
import { Subscriptions1763900000000 } from './migrations/1763900000000-subscriptions.ts';
import { Reminders1763900000001 } from './migrations/1763900000001-reminders.ts';
import { Inspector1763800000002 } from './migrations/1763800000002-inspector.ts';
import { SameCard1764000000000 } from './migrations/1764000000000-same-card.ts';
import { PlanLinks1764100000003 } from './migrations/1764100000003-plan-links.ts';
import { Erasures1764100000005 } from './migrations/1764100000005-erasures.ts';
import { Passkeys1764100000007 } from './migrations/1764100000007-passkeys.ts';
import { BrowserKeys1764300000001 } from './migrations/1764300000001-browser-keys.ts';
import { Consents1764300000000 } from './migrations/1764300000000-consents.ts';
import { JournalChanges1764200000000 } from './migrations/1764200000000-journal-changes.ts';
import { InvoicePdfs1764300000002 } from './migrations/1764300000002-invoice-pdfs.ts';
import { Decisions1764110000000 } from './migrations/1764110000000-decisions.ts';
import { RequestHandling1764110000001 } from './migrations/1764110000001-request-handling.ts';
import { CodeRepeats1764300000003 } from './migrations/1764300000003-code-repeats.ts';
import { RecordSearch1764600000004 } from './migrations/1764600000004-record-search.ts';
import { SignupCounts1764600000005 } from './migrations/1764600000005-signup-counts.ts';
import { PersonRecords1764600000010 } from './migrations/1764600000010-person-records.ts';
import { SavedViews1764600000006 } from './migrations/1764600000006-saved-views.ts';
import { OwingSince1764600000007 } from './migrations/1764600000007-owing-since.ts';
import { SignupCountsByState1764600000008 } from './migrations/1764600000008-signup-counts-by-state.ts';
import { PeopleCounts1764600000020 } from './migrations/1764600000020-people-counts.ts';
import { ProviderFailures1764700000101 } from './migrations/1764700000101-provider-failures.ts';
import { UndoableActions1764700000100 } from './migrations/1764700000100-undoable-actions.ts';
import { ListSpeed1764600000009 } from './migrations/1764600000009-list-speed.ts';
import { QueueOwners1764700000000 } from './migrations/1764700000000-queue-owners.ts';
import { UnknownCards1764700000210 } from './migrations/1764700000210-unknown-cards.ts';
import { Declines1764700000220 } from './migrations/1764700000220-declines.ts';
import { DecisionWords1764700000221 } from './migrations/1764700000221-decision-words.ts';
import { OwingMembers1764700000400 } from './migrations/1764700000400-owing-members.ts';
import { BilledMonths1764700000500 } from './migrations/1764700000500-billed-months.ts';
import { UnloggedLimits1764700000600 } from './migrations/1764700000600-unlogged-limits.ts';
import { Openings1764700000700 } from './migrations/1764700000700-openings.ts';
import { ContactedCounts1764700000800 } from './migrations/1764700000800-contacted-counts.ts';
import { NewestSources1764700000900 } from './migrations/1764700000900-newest-sources.ts';
import { TrialCorrections1764500000000 } from './migrations/1764500000000-trial-corrections.ts';
import { ExportViews1764400000011 } from './migrations/1764400000011-export-views.ts';
import { SignupFilters1764400000010 } from './migrations/1764400000010-signup-filters.ts';
import { NewContacts1764600000001 } from './migrations/1764600000001-new-contacts.ts';
import { QueueItems1764600000002 } from './migrations/1764600000002-queue-items.ts';
import { MailCopies1764600000003 } from './migrations/1764600000003-mail-copies.ts';
import { StaffInvitations1764600000000 } from './migrations/1764600000000-staff-invitations.ts';
import { SET_TIMEOUTS } from './timeouts.ts';

/** Columns are snake_case: `createdAt` is `created_at`, and the relation `account` joins by `account_id`. */
class SnakeCaseColumns extends DefaultNamingStrategy {
  override columnName = (property: string, custom: string | undefined): string => custom ?? snakeCase(property);
  override joinColumnName = (relation: string, column: string): string => snakeCase(`${relation}_${column}`);
}

/** Options of a pool of `pool` connections. The schema comes from migrations only. */
export const dataSourceOptions = (url: string, pool: number): PostgresDataSourceOptions => ({
  type: 'postgres',
  // TypeORM would load a second copy beside the bundle.
  driver: pg,
  url,
  namingStrategy: new SnakeCaseColumns(),
  migrations: [
    Tables1763600000000,
    Workflow1763600000001,
    PublicForms1763700000000,
    Staff1763800000000,
    Lists1763800000001,
    Inspector1763800000002,
    Subscriptions1763900000000,
    Reminders1763900000001,
    SameCard1764000000000,
    PlanLinks1764100000003,
    Erasures1764100000005,
    Passkeys1764100000007,
    Decisions1764110000000,
    RequestHandling1764110000001,
    JournalChanges1764200000000,
    Consents1764300000000,
    BrowserKeys1764300000001,
    InvoicePdfs1764300000002,
    CodeRepeats1764300000003,
    SignupFilters1764400000010,
    ExportViews1764400000011,
    TrialCorrections1764500000000,
    StaffInvitations1764600000000,
    NewContacts1764600000001,
    QueueItems1764600000002,
    MailCopies1764600000003,
    RecordSearch1764600000004,
    SignupCounts1764600000005,
    SavedViews1764600000006,
    OwingSince1764600000007,
    SignupCountsByState1764600000008,
    ListSpeed1764600000009,
    PersonRecords1764600000010,
    PeopleCounts1764600000020,
    QueueOwners1764700000000,
    UndoableActions1764700000100,
    ProviderFailures1764700000101,
    UnknownCards1764700000210,
    Declines1764700000220,
    DecisionWords1764700000221,
    OwingMembers1764700000400,
    BilledMonths1764700000500,
    UnloggedLimits1764700000600,
    Openings1764700000700,
    ContactedCounts1764700000800,
    NewestSources1764700000900,
  ],
  migrationsTableName: 'migrations',
  synchronize: false,
  applicationName: 'lampstand',
  poolSize: pool,
  // Also the timeout for a free connection of the pool.
  connectTimeoutMS: 2000,
  extra: {
    // Connections stay open longer than between two sweeps: opening one takes both sides milliseconds, most of them for the password.
    idleTimeoutMillis: 45_000,
    onConnect: async (client: ClientBase) => {
      // A connection that breaks before the pool listens to it would crash the process.
      client.on('error', () => {});
      await client.query(SET_TIMEOUTS);
    },
  },
});

/** A pool outside of Nest, not opened yet: for migrations and commands, which name the `entities` they use. */
export const createDataSource = (url: string, pool: number, entities: Function[] = []): DataSource =>
  new DataSource({ ...dataSourceOptions(url, pool), entities });

const MIN_VERSION = 15;
const SESSION_ATTEMPTS = 10;

/** The database cannot be used as it is. The message tells the operator what to change. */
export class UnusableDatabase extends Error {}

/** Opens `dataSource`, whose URL `setting` names. Throws UnusableDatabase when it cannot connect or the server is unsuitable. */
export async function openDatabase(setting: string, dataSource: DataSource): Promise<DataSource> {
  try {
    await dataSource.initialize();
    const problem = await serverProblem(dataSource, setting);
    if (!problem) return dataSource;
    throw new UnusableDatabase(problem);
  } catch (error) {
    if (dataSource.isInitialized) await dataSource.destroy();
    if (error instanceof UnusableDatabase) throw error;
    throw new UnusableDatabase(connectionProblem(error as NodeJS.ErrnoException, setting), { cause: error });
  }
}

async function serverProblem(dataSource: DataSource, setting: string): Promise<string | undefined> {
  const [{ version }] = await dataSource.query<[{ version: string }]>(
    `SELECT current_setting('server_version_num') AS version`,
  );
  const major = Math.floor(Number(version) / 10_000);
  if (major < MIN_VERSION) return `PostgreSQL ${major} is too old: at least ${MIN_VERSION} is needed at ${setting}.`;
  const [first, second] = [dataSource.createQueryRunner(), dataSource.createQueryRunner()];
  try {
    if (await changesSessions(first, second))
      return `${setting} leads to a pooler that changes sessions between transactions, which loses locks, settings and notifications: set pool_mode = session in PgBouncer, or connect to PostgreSQL itself.`;
  } finally {
    await first.release();
    await second.release();
  }
  return undefined;
}

interface Runner {
  query(sql: string): Promise<{ pid: number }[]>;
}

/**
 * Whether a connection gets another session of PostgreSQL for its next transaction. `second` opens a transaction in between,
 * which takes the session of `first` if that is free; repeated, because other clients may take it before.
 */
export async function changesSessions(first: Runner, second: Runner): Promise<boolean> {
  const session = await sessionOf(first);
  for (let attempt = 0; attempt < SESSION_ATTEMPTS; attempt += 1) {
    await second.query('BEGIN');
    const changed = (await sessionOf(second)) === session || (await sessionOf(first)) !== session;
    await second.query('ROLLBACK');
    if (changed) return true;
  }
  return false;
}

const sessionOf = async (runner: Runner): Promise<number | undefined> =>
  (await runner.query('SELECT pg_backend_pid() AS pid'))[0]?.pid;

/** For SQLSTATE classes 08 (connection) and 28 (login), the server's message explains the problem. */
export function connectionProblem({ code = '', message }: { code?: string; message: string }, setting: string): string {
  if (/^(08|28)[0-9A-Z]{3}$/.test(code)) return `PostgreSQL at ${setting} refuses: ${message}`;
  if (code === 'ECONNREFUSED') return `PostgreSQL does not answer at ${setting}.`;
  return `PostgreSQL at ${setting} cannot be reached: ${message || code}`;
}
